package io.auditvisa.ledger;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.ledger.LedgerPlan.Credit;
import io.auditvisa.ledger.LedgerPlan.Debit;
import io.auditvisa.ledger.LedgerPlan.Nothing;
import io.auditvisa.ledger.LedgerPlan.Refused;
import io.auditvisa.ledger.LedgerPlan.ReuseDebit;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The money of an event: planned, then applied, both on the connection and in the transaction of the run that calls.
 *
 * <p>{@link #plan} locks the account row and decides everything that can refuse; it writes nothing. {@link #apply} writes what
 * was planned: balance and row in one statement that must give exactly one row. SQL errors are the caller's: they end the run.
 */
@ApplicationScoped
public class Ledger {

    // No ON CONFLICT: a second debit of the message is a broken invariant here, and the unique index must end the
    // transaction.
    private static final String DEBIT = """
            WITH paid AS (
                UPDATE account SET balance_minor = balance_minor - ?
                 WHERE id = ? AND currency = ? AND status = 'open' AND balance_minor - ? >= -overdraft_minor
                RETURNING id, balance_minor)
            INSERT INTO ledger_entry (account, kind, amount_minor, currency, source, event_id, message_id, delivery_status,
                                      balance_after_minor, created_at)
            SELECT id, 'debit', ?, ?, ?, ?, ?, ?, balance_minor, clock_timestamp() FROM paid RETURNING id
            """;

    private static final String CREDIT = """
            WITH paid AS (
                UPDATE account SET balance_minor = balance_minor + ? WHERE id = ? AND currency = ? AND status = 'open'
                RETURNING id, balance_minor)
            INSERT INTO ledger_entry (account, kind, amount_minor, currency, source, event_id, balance_after_minor, created_at)
            SELECT id, 'credit', ?, ?, ?, ?, balance_minor, clock_timestamp() FROM paid RETURNING id
            """;

    private static final String ADVANCE_DELIVERY_STATUS = """
            UPDATE ledger_entry SET delivery_status = ?
             WHERE id = ? AND delivery_rank(?) > delivery_rank(coalesce(delivery_status, ''))
            """;

    /** Key of the advisory lock of a message, taken before its account (ARCHITECTURE.md, "Locks and order"). */
    public static long messageLockKey(String source, String messageId) {
        return LedgerSituation.lockKey(source, messageId);
    }

    /**
     * Decides what the event does to the ledger; the account row stays locked until the transaction ends. One round trip.
     *
     * @param event primary key of the event's row
     * @param effects the pinned effects of the event
     */
    public LedgerPlan plan(Connection connection, EventKey key, long event, Business business, Set<Effect> effects)
            throws SQLException {
        boolean debits = effects.contains(Effect.DEBIT);
        boolean credits = effects.contains(Effect.CREDIT);
        if (debits && credits) {
            return LedgerRules.refused("amount_invalid", "one event cannot both credit and debit");
        }
        if (credits) {
            return LedgerRules.ofCredit(business, LedgerSituation.lockAccount(connection, business.account()));
        }
        Business.Message message = business.message();
        if (message == null) {
            return debits ? LedgerRules.refused("amount_invalid", "a debit needs a message") : new Nothing();
        }
        if (!debits && !effects.contains(Effect.INBOX) && !effects.contains(Effect.CRM)) {
            return new Nothing();
        }
        // Without a debit no balance is needed: a rule that only files lines must not queue behind the account's money.
        String account = debits ? business.account() : null;
        return LedgerRules.ofMessage(
                business, effects, LedgerSituation.ofMessage(connection, key, event, account, message));
    }

    /**
     * Writes what was planned in this same transaction. One round trip.
     *
     * @return the event's ledger entry; null when no money is involved
     */
    public @Nullable Long apply(Connection connection, LedgerPlan plan, EventKey key, Business business)
            throws SQLException {
        return switch (plan) {
            case Refused refused ->
                throw new IllegalStateException(
                        "a refused plan is not applied: " + refused.failure().code());
            case Nothing nothing -> null;
            case ReuseDebit reuse -> reuse(connection, reuse.ledgerEntryId(), business.message());
            case Debit debit -> debit(connection, debit, key, business.message());
            case Credit credit -> credit(connection, credit, key);
        };
    }

    private static long reuse(Connection connection, long entry, Business.@Nullable Message message)
            throws SQLException {
        if (message != null) {
            try (PreparedStatement statement = connection.prepareStatement(ADVANCE_DELIVERY_STATUS)) {
                statement.setString(1, message.deliveryStatus());
                statement.setLong(2, entry);
                statement.setString(3, message.deliveryStatus());
                statement.executeUpdate();
            }
        }
        return entry;
    }

    private static long debit(Connection connection, Debit debit, EventKey key, Business.@Nullable Message message)
            throws SQLException {
        if (message == null) {
            throw new IllegalStateException("a debit without a message");
        }
        try (PreparedStatement statement = connection.prepareStatement(DEBIT)) {
            statement.setLong(1, debit.money().amountMinor());
            statement.setString(2, debit.account());
            statement.setString(3, debit.money().currency());
            statement.setLong(4, debit.money().amountMinor());
            statement.setLong(5, debit.money().amountMinor());
            statement.setString(6, debit.money().currency());
            statement.setString(7, key.source());
            statement.setString(8, key.eventId());
            statement.setString(9, message.messageId());
            statement.setString(10, message.deliveryStatus());
            return onlyId(statement);
        }
    }

    private static long credit(Connection connection, Credit credit, EventKey key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CREDIT)) {
            statement.setLong(1, credit.money().amountMinor());
            statement.setString(2, credit.account());
            statement.setString(3, credit.money().currency());
            statement.setLong(4, credit.money().amountMinor());
            statement.setString(5, credit.money().currency());
            statement.setString(6, key.source());
            statement.setString(7, key.eventId());
            return onlyId(statement);
        }
    }

    /** The id of the one row that a movement must write: none means that the plan was not made under this lock. */
    static long onlyId(PreparedStatement movement) throws SQLException {
        try (ResultSet row = movement.executeQuery()) {
            if (!row.next()) {
                throw new IllegalStateException("the ledger moved no money although it was planned");
            }
            return row.getLong(1);
        }
    }
}
