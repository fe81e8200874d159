package io.auditvisa.ledger;

import io.auditvisa.api.PageRequest;
import io.auditvisa.api.ProblemException;
import io.auditvisa.api.Selection;
import io.auditvisa.api.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The prepaid accounts (IO-12): made, changed and looked at by finance. Their balances are moved by the ledger alone. */
@ApplicationScoped
public class Accounts {

    /** An account to be made. */
    record Opening(String id, String name, String currency, long overdraftMinor) {}

    /** What finance changes; null stays as it is. */
    record Change(
            @Nullable String name,
            @Nullable String status,
            @Nullable Long overdraftMinor) {}

    private static final String SELECT = "SELECT " + Account.COLUMNS + " FROM account";

    private static final String OPEN = """
            INSERT INTO account (id, name, currency, overdraft_minor) VALUES (?, ?, ?, ?)
            ON CONFLICT ON CONSTRAINT pk_account DO NOTHING
            RETURNING\s""" + Account.COLUMNS;

    private static final String CHANGE = """
            UPDATE account SET name = coalesce(?, name), status = coalesce(?, status),
                   overdraft_minor = coalesce(?, overdraft_minor) WHERE id = ?
            RETURNING\s""" + Account.COLUMNS;

    private static final String BALANCE_AT = """
            SELECT coalesce(sum(CASE kind WHEN 'debit' THEN -amount_minor ELSE amount_minor END), 0)::bigint
              FROM ledger_entry WHERE account = ? AND created_at <= ?
            """;

    private final Transactions transactions;

    Accounts(Transactions transactions) {
        this.transactions = transactions;
    }

    /** By id, up to one more than the page. */
    List<Account> page(PageRequest page, @Nullable String after) {
        return transactions.run(connection -> new Selection(SELECT)
                .and(after, "id COLLATE \"C\" > ?")
                .first(connection, page.rowsToFetch(), "id COLLATE \"C\"", Account::read));
    }

    /** The account, with its balance at an instant when one is given; a problem {@code not_found} without it. */
    Account find(String id, @Nullable Instant at) {
        return transactions.run(connection -> {
            Account account = find(connection, id).orElseThrow(() -> ProblemException.notFound("this account"));
            return at == null ? account : account.at(at, balanceAt(connection, id, at));
        });
    }

    /** Makes an account; a problem {@code account_exists} when there is one of this id. */
    Account open(Opening opening) {
        return transactions.run(connection -> open(connection, opening)
                .orElseThrow(
                        () -> new ProblemException(409, "account_exists", "there is an account of this id already")));
    }

    Optional<Account> open(Connection connection, Opening opening) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(OPEN)) {
            statement.setString(1, opening.id());
            statement.setString(2, opening.name());
            statement.setString(3, opening.currency());
            statement.setLong(4, opening.overdraftMinor());
            return first(statement);
        }
    }

    /** Closes, reopens, renames, or sets the overdraft limit, which must cover what is overdrawn now. */
    Account change(String id, Change change) {
        return transactions.run(connection -> {
            LedgerSituation.LockedAccount locked = LedgerSituation.lockAccount(connection, id);
            if (locked == null) {
                throw ProblemException.notFound("this account");
            }
            if (change.overdraftMinor() != null && locked.balanceMinor() < -change.overdraftMinor()) {
                throw new ProblemException(
                        409, "overdraft_in_use", "the account is overdrawn by " + -locked.balanceMinor() + " just now");
            }
            try (PreparedStatement statement = connection.prepareStatement(CHANGE)) {
                statement.setString(1, change.name());
                statement.setString(2, change.status());
                statement.setObject(3, change.overdraftMinor(), java.sql.Types.BIGINT);
                statement.setString(4, id);
                return first(statement).orElseThrow();
            }
        });
    }

    private static Optional<Account> find(Connection connection, String id) throws SQLException {
        return new Selection(SELECT)
                .and(id, "id = ?").list(connection, Account::read).stream().findFirst();
    }

    private static long balanceAt(Connection connection, String id, Instant at) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BALANCE_AT)) {
            statement.setString(1, id);
            statement.setObject(2, at.atOffset(ZoneOffset.UTC));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static Optional<Account> first(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(Account.read(row)) : Optional.empty();
        }
    }
}
