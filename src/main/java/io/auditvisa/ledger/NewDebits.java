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
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Debits of several new messages in the one transaction of the caller: their accounts are locked in the order of their ids,
 * each debit is planned on what the ones before it leave, then all are written together. The caller holds the locks of the
 * messages and knows that nothing was filed or debited for them; what needs any other decision than a plain debit is not taken.
 */
public final class NewDebits {

    private static final String LOCK_ACCOUNTS = """
            SELECT id, currency, balance_minor, overdraft_minor, status FROM account WHERE id = ANY (?)
             ORDER BY id FOR NO KEY UPDATE;
            SELECT nextval('ledger_entry_id_seq'), clock_timestamp() FROM generate_series(1, ?)
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
    private final Deque<Long> ids = new ArrayDeque<>();
    private final List<Row> rows = new ArrayList<>();
    private Instant now = Instant.EPOCH;

    private record Row(
            long id, EventKey key, Business.Message message, LedgerPlan.Debit debit, long balanceAfterMinor) {}

    private NewDebits(Map<String, LockedAccount> accounts) {
        before = accounts;
        after = new HashMap<>(accounts);
    }

    /**
     * Locks these accounts until the transaction ends; unknown ones are left out. One round trip. Ids and time of the rows are
     * drawn after the locks: along both, an account's balances follow each other.
     *
     * @param most number of debits that may be planned
     */
    public static NewDebits lock(Connection connection, Collection<String> accounts, int most) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_ACCOUNTS)) {
            statement.setArray(1, connection.createArrayOf("text", accounts.toArray(String[]::new)));
            statement.setInt(2, most);
            statement.execute();
            Map<String, LockedAccount> locked = new HashMap<>();
            ResultSet account = statement.getResultSet();
            while (account.next()) {
                locked.put(account.getString(1), LockedAccount.read(account));
            }
            statement.getMoreResults();
            NewDebits debits = new NewDebits(locked);
            ResultSet id = statement.getResultSet();
            while (id.next()) {
                debits.ids.add(id.getLong(1));
                debits.now = id.getObject(2, OffsetDateTime.class).toInstant();
            }
            return debits;
        }
    }

    /** Database time, read after the locks. */
    public Instant now() {
        return now;
    }

    /**
     * Plans the debit of a message that nobody has seen, after those planned before.
     *
     * @return the id of its row; empty when the event is no plain debit (refused, or free of charge)
     */
    public Optional<Long> plan(EventKey key, Business business, Set<Effect> effects) {
        LockedAccount account = after.get(business.account());
        LedgerSituation unseen = new LedgerSituation(account, null, null, null);
        LedgerPlan plan = LedgerRules.ofMessage(business, effects, unseen);
        Business.Message message = business.message();
        if (account == null || message == null || !(plan instanceof LedgerPlan.Debit debit)) {
            return Optional.empty();
        }
        LockedAccount paid = account.less(debit.money().amountMinor());
        after.put(account.id(), paid);
        Long id = ids.remove();
        rows.add(new Row(id, key, message, debit, paid.balanceMinor()));
        return Optional.of(id);
    }

    /** Writes what was planned: balances, each of which must be as it was locked, and rows. Two round trips. */
    public void write(Connection connection) throws SQLException {
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
