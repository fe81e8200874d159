package io.auditvisa.ledger;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.ledger.LedgerSituation.LockedAccount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Debits of several new messages in the one transaction of the caller: their accounts are locked in the order of their ids,
 * each debit is planned on what the ones before it leave, then all are written together. The caller holds the locks of the
 * messages and knows that nothing was filed or debited for them; what needs any other decision than a plain debit is not taken.
 */
public final class NewDebits {

    private static final String LOCK_ACCOUNTS = """
            SELECT id, currency, balance_minor, overdraft_minor, status FROM account WHERE id = ANY (?)
             ORDER BY id FOR NO KEY UPDATE
            """;

    private static final String PAY = """
            UPDATE account SET balance_minor = ?
             WHERE id = ? AND currency = ? AND status = 'open' AND balance_minor = ? AND ? >= -overdraft_minor
            """;

    // No ON CONFLICT: a second debit of the message is a broken invariant here, and the unique index must end the
    // transaction.
    private static final String DEBIT = """
            INSERT INTO ledger_entry (id, account, kind, amount_minor, currency, source, event_id, message_id, delivery_status,
                                      balance_after_minor, created_at)
            OVERRIDING SYSTEM VALUE VALUES (?, ?, 'debit', ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private final Map<String, LockedAccount> before;
    private final Map<String, LockedAccount> after;
    private final List<Row> rows = new ArrayList<>();

    private record Row(
            long id, EventKey key, Business.Message message, LedgerPlan.Debit debit, long balanceAfterMinor) {}

    private NewDebits(Map<String, LockedAccount> accounts) {
        before = accounts;
        after = new HashMap<>(accounts);
    }

    /** Locks these accounts until the transaction ends; unknown ones are left out. One round trip. */
    public static NewDebits lock(Connection connection, Collection<String> accounts) throws SQLException {
        Map<String, LockedAccount> locked = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK_ACCOUNTS)) {
            statement.setArray(1, connection.createArrayOf("text", accounts.toArray(String[]::new)));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    LockedAccount account = LockedAccount.read(row);
                    locked.put(account.id(), account);
                }
            }
        }
        return new NewDebits(locked);
    }

    /**
     * Plans the debit of a message that nobody has seen; false when the event is no plain debit (refused, or free of charge).
     *
     * @param entryId id for the row, drawn from the table's sequence
     */
    public boolean plan(long entryId, EventKey key, Business business, Set<Effect> effects) {
        LockedAccount account = after.get(business.account());
        LedgerSituation unseen = new LedgerSituation(account, null, null, null);
        LedgerPlan plan = LedgerRules.ofMessage(business, effects, unseen);
        Business.Message message = business.message();
        if (account == null || message == null || !(plan instanceof LedgerPlan.Debit debit)) {
            return false;
        }
        LockedAccount paid = account.less(debit.money().amountMinor());
        after.put(account.id(), paid);
        rows.add(new Row(entryId, key, message, debit, paid.balanceMinor()));
        return true;
    }

    /** Writes what was planned: balances, each of which must be as it was locked, and rows. Two round trips. */
    public void write(Connection connection, Instant now) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        pay(connection);
        try (PreparedStatement statement = connection.prepareStatement(DEBIT)) {
            for (Row row : rows) {
                statement.setLong(1, row.id());
                statement.setString(2, row.debit().account());
                statement.setLong(3, row.debit().money().amountMinor());
                statement.setString(4, row.debit().money().currency());
                statement.setString(5, row.key().source());
                statement.setString(6, row.key().eventId());
                statement.setString(7, row.message().messageId());
                statement.setString(8, row.message().deliveryStatus());
                statement.setLong(9, row.balanceAfterMinor());
                statement.setTimestamp(10, Timestamp.from(now));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private void pay(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PAY)) {
            for (LockedAccount account : after.values()) {
                LockedAccount locked = before.get(account.id());
                if (account.equals(locked) || locked == null) {
                    continue;
                }
                statement.setLong(1, account.balanceMinor());
                statement.setString(2, account.id());
                statement.setString(3, account.currency());
                statement.setLong(4, locked.balanceMinor());
                statement.setLong(5, account.balanceMinor());
                statement.addBatch();
            }
            for (int paid : statement.executeBatch()) {
                if (paid != 1) {
                    throw new IllegalStateException("the ledger moved no money although it was planned");
                }
            }
        }
    }
}
