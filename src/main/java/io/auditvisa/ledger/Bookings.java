package io.auditvisa.ledger;

import io.auditvisa.api.ProblemException;
import io.auditvisa.api.Transactions;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.Sha256;
import io.auditvisa.ledger.LedgerSituation.LockedAccount;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ledger rows made by people: credits (once per caller's key) and refunds (once per debit, IO-10). */
@ApplicationScoped
public class Bookings {

    /** A row, and whether this very request made it. */
    record Booked(LedgerEntry entry, boolean made) {}

    /**
     * A credit to be made.
     *
     * @param key the caller's Idempotency-Key
     */
    record Credit(
            String account,
            String key,
            Money money,
            String actor,
            @Nullable String reason) {

        /** Tells another content under the same key apart. */
        byte[] contentHash() {
            return Sha256.of(CanonicalJson.bytes(CanonicalJson.object()
                    .put("amount_minor", money.amountMinor())
                    .put("currency", money.currency())));
        }
    }

    private static final String CREDIT_OF_KEY =
            "SELECT id, request_hash FROM ledger_entry WHERE kind = 'credit' AND account = ? AND idempotency_key = ?";

    private static final String REFUND_OF = "SELECT id FROM ledger_entry WHERE refunds_entry_id = ?";

    private static final String CREDIT = """
            WITH paid AS (
                UPDATE account SET balance_minor = balance_minor + ? WHERE id = ? RETURNING id, currency, balance_minor)
            INSERT INTO ledger_entry (account, kind, amount_minor, currency, idempotency_key, request_hash, actor, reason,
                                      balance_after_minor, created_at)
            SELECT id, 'credit', ?, currency, ?, ?, ?, ?, balance_minor, clock_timestamp() FROM paid RETURNING id
            """;

    private static final String REFUND = """
            WITH debit AS (SELECT id, account, amount_minor, currency FROM ledger_entry WHERE id = ? AND kind = 'debit'),
                 paid AS (
                UPDATE account a SET balance_minor = a.balance_minor + d.amount_minor FROM debit d WHERE a.id = d.account
                RETURNING a.balance_minor)
            INSERT INTO ledger_entry (account, kind, amount_minor, currency, refunds_entry_id, actor, reason,
                                      balance_after_minor, created_at)
            SELECT d.account, 'refund', d.amount_minor, d.currency, d.id, ?, ?, p.balance_minor, clock_timestamp()
              FROM debit d, paid p RETURNING id
            """;

    private final Transactions transactions;

    Bookings(Transactions transactions) {
        this.transactions = transactions;
    }

    /** Credits once per key; the same key with other content is a problem {@code idempotency_conflict}. */
    Booked credit(Credit credit) {
        return transactions.run(connection -> credit(connection, credit));
    }

    Booked credit(Connection connection, Credit credit) throws SQLException {
        LockedAccount account = LedgerSituation.lockAccount(connection, credit.account());
        if (account == null) {
            throw ProblemException.notFound("this account");
        }
        Optional<LedgerEntry> known = creditOfKey(connection, credit);
        if (known.isPresent()) {
            return new Booked(known.get(), false);
        }
        refuseUnless(account, credit.money());
        try (PreparedStatement statement = connection.prepareStatement(CREDIT)) {
            statement.setLong(1, credit.money().amountMinor());
            statement.setString(2, credit.account());
            statement.setLong(3, credit.money().amountMinor());
            statement.setString(4, credit.key());
            statement.setBytes(5, credit.contentHash());
            statement.setString(6, credit.actor());
            statement.setString(7, credit.reason());
            return new Booked(entry(connection, Ledger.onlyId(statement)), true);
        }
    }

    /**
     * Gives the money of a debit back as a row of its own, linked to it; never netted against later traffic. Refunded once:
     * the second request gets the row of the first. Closed accounts get their money back too.
     */
    Booked refund(long debitId, String actor, @Nullable String reason) {
        return transactions.run(connection -> {
            LedgerEntry debit = LedgerFilter.byId(connection, debitId).stream()
                    .findFirst()
                    .orElseThrow(() -> ProblemException.notFound("this ledger entry"));
            if (!debit.kind().equals("debit")) {
                throw new ProblemException(
                        409, "not_refundable", "only a debit can be refunded, not a " + debit.kind());
            }
            LedgerSituation.lockAccount(connection, debit.account());
            Optional<LedgerEntry> known = refundOf(connection, debitId);
            return known.isPresent()
                    ? new Booked(known.get(), false)
                    : new Booked(entry(connection, refund(connection, debitId, actor, reason)), true);
        });
    }

    private static long refund(Connection connection, long debitId, String actor, @Nullable String reason)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REFUND)) {
            statement.setLong(1, debitId);
            statement.setString(2, actor);
            statement.setString(3, reason);
            return Ledger.onlyId(statement);
        }
    }

    private static void refuseUnless(LockedAccount account, Money money) {
        if (!account.open()) {
            throw new ProblemException(409, "account_closed", "the account is closed");
        }
        if (!account.currency().equals(money.currency())) {
            throw new ProblemException(
                    409,
                    "currency_mismatch",
                    "the account is kept in " + account.currency() + ", not in this currency");
        }
        if (LedgerRules.exceedsLargestBalance(account, money.amountMinor())) {
            throw new ProblemException(400, "amount_invalid", "the balance would exceed " + Money.LARGEST_MINOR);
        }
    }

    private static Optional<LedgerEntry> creditOfKey(Connection connection, Credit credit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CREDIT_OF_KEY)) {
            statement.setString(1, credit.account());
            statement.setString(2, credit.key());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                if (!Arrays.equals(row.getBytes(2), credit.contentHash())) {
                    throw new ProblemException(
                            409, "idempotency_conflict", "this Idempotency-Key was used for another credit");
                }
                return Optional.of(entry(connection, row.getLong(1)));
            }
        }
    }

    private static Optional<LedgerEntry> refundOf(Connection connection, long debitId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REFUND_OF)) {
            statement.setLong(1, debitId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(entry(connection, row.getLong(1))) : Optional.empty();
            }
        }
    }

    private static LedgerEntry entry(Connection connection, long id) throws SQLException {
        return LedgerFilter.byId(connection, id).getFirst();
    }
}
