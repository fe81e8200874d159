package io.auditvisa.ledger;

import io.auditvisa.event.Business;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What the database knows when an event's money is decided.
 *
 * @param account the locked account row; null when the event names none or it does not exist
 * @param debit the debit of this event's message
 * @param inboxLineId line of this event's message
 * @param freeAccount account of an earlier event of this message, processed as a free inbound one
 */
record LedgerSituation(
        @Nullable LockedAccount account,
        @Nullable Debited debit,
        @Nullable Long inboxLineId,
        @Nullable String freeAccount) {

    /** An account row under {@code FOR NO KEY UPDATE}: it stays like this until the transaction ends. */
    record LockedAccount(String id, String currency, long balanceMinor, long overdraftMinor, boolean open) {

        /** What may still be spent, the overdraft limit included. */
        long availableMinor() {
            return Math.addExact(balanceMinor, overdraftMinor);
        }

        /** The account after a debit. */
        LockedAccount less(long amountMinor) {
            return new LockedAccount(id, currency, Math.subtractExact(balanceMinor, amountMinor), overdraftMinor, open);
        }

        /** The current row of a result set: id, currency, balance, overdraft, status. */
        static LockedAccount read(ResultSet row) throws SQLException {
            return new LockedAccount(
                    row.getString(1),
                    row.getString(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getString(5).equals("open"));
        }
    }

    /** The debit row of a message. */
    record Debited(long id, String account, long amountMinor, String currency) {}

    /*
     * Locks and read are statements of their own: in one, the read would see the snapshot from before the wait for the lock,
     * and with it miss the debit that the previous owner of the lock has just committed. The message is locked first: two
     * events of it may name two accounts, or none, and would pass each other by under the locks of their accounts alone.
     *
     * Sequential scans are off for the rest of the transaction, and each look-up has one index that fits (no OR, no order that
     * the primary key could give): statements are planned once per connection, perhaps while the tables are still small, and a plan that reads a small
     * table from end to end reads the grown one so, too, a hundred times slower, until statistics are gathered again.
     */
    private static final String LOCK_THEN_READ_MESSAGE = """
            SELECT pg_advisory_xact_lock(?), set_config('enable_seqscan', 'off', true);
            SELECT id, currency, balance_minor, overdraft_minor, status FROM account WHERE id = ? FOR NO KEY UPDATE;
            SELECT d.id, d.account, d.amount_minor, d.currency, l.id AS line, f.account AS free_account
              FROM (SELECT 1) one
              LEFT JOIN ledger_entry d ON d.kind = 'debit' AND d.source = ? AND d.message_id = ?
              LEFT JOIN LATERAL (SELECT id FROM inbox_line WHERE source = ? AND inbox_key = ?
                                 UNION ALL
                                 SELECT id FROM message_line WHERE source = ? AND message_id = ? AND direction = ?
                                 LIMIT 1) l ON true
              LEFT JOIN LATERAL (SELECT account FROM event
                                  WHERE source = ? AND message_id = ? AND direction = ? AND id <> ? AND status = 'processed'
                                    AND amount_minor = 0 AND ledger_entry_id IS NULL
                                    AND 'debit' = ANY (string_to_array(effects, ',')) LIMIT 1) f ON true
            """;

    private static final String LOCK_ACCOUNT =
            "SELECT id, currency, balance_minor, overdraft_minor, status FROM account WHERE id = ? FOR NO KEY UPDATE";

    /** Locks message and account, then reads what is known about the message: one round trip, three statements. */
    static LedgerSituation ofMessage(
            Connection connection, EventKey key, long event, @Nullable String account, Business.Message message)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_THEN_READ_MESSAGE)) {
            statement.setLong(1, lockKey(key.source(), message.messageId()));
            statement.setString(2, account);
            statement.setString(3, key.source());
            statement.setString(4, message.messageId());
            statement.setString(5, key.source());
            statement.setString(6, message.inboxKey());
            statement.setString(7, key.source());
            statement.setString(8, message.messageId());
            statement.setString(9, message.direction());
            statement.setString(10, key.source());
            statement.setString(11, message.messageId());
            statement.setString(12, message.direction());
            statement.setLong(13, event);
            statement.execute();
            statement.getMoreResults();
            LockedAccount locked = readAccount(statement);
            statement.getMoreResults();
            return read(locked, statement.getResultSet());
        }
    }

    /** Key of the advisory lock of a message: 64 bits of SHA-256; no event's key begins like this. */
    static long lockKey(String source, String messageId) {
        return ByteBuffer.wrap(Sha256.of(("message\0" + source + "\0" + messageId).getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    /** Locks the account row; null when there is none. */
    static @Nullable LockedAccount lockAccount(Connection connection, @Nullable String account) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_ACCOUNT)) {
            statement.setString(1, account);
            statement.execute();
            return readAccount(statement);
        }
    }

    private static @Nullable LockedAccount readAccount(PreparedStatement statement) throws SQLException {
        ResultSet row = statement.getResultSet();
        return row.next() ? LockedAccount.read(row) : null;
    }

    private static LedgerSituation read(@Nullable LockedAccount locked, ResultSet row) throws SQLException {
        row.next();
        Long debit = row.getObject(1, Long.class);
        return new LedgerSituation(
                locked,
                debit == null ? null : new Debited(debit, row.getString(2), row.getLong(3), row.getString(4)),
                row.getObject(5, Long.class),
                row.getString(6));
    }
}
