package io.auditvisa.inbox;

import io.auditvisa.event.Business;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files the one line of a message (IO-4), on the connection and in the transaction of the run that calls.
 *
 * <p>A line is found by its inbox key, else by message and direction: a second event of one message never opens a second line,
 * even under another inbox key. The line holds the event id of its message's debit; that is another event's when a rule
 * without {@code inbox} debited first.
 */
@ApplicationScoped
public class Inbox {

    /**
     * The line of an event.
     *
     * @param lineId the line
     * @param thread its thread
     * @param account its account
     * @param change what this event did to it
     */
    public record Filing(long lineId, String thread, String account, Change change) {

        /** Whether the line is news to somebody who follows the inbox (the CRM): an event that only repeats it is none. */
        public boolean isNews() {
            return change != Change.NONE;
        }
    }

    /**
     * A line that is certainly new.
     *
     * @param id drawn from the table's sequence
     * @param account the account that pays for its message
     * @param now database time of the transaction
     */
    public record NewLine(long id, EventKey key, String account, Business.Message message, Instant now) {

        /** Its conversation: account and counterpart, without showing the counterpart's number; as {@code inbox_thread} says it. */
        public String thread() {
            return "th_" + Sha256.hexOf(account + "\n" + counterpart(message)).substring(0, 32);
        }
    }

    /** What an event did to a line. */
    public enum Change {
        /** The event filed it. */
        FILED,
        /** The event moved its delivery status on. */
        ADVANCED,
        /** The line was there and stays as it is. */
        NONE
    }

    /*
     * Three statements, one round trip. The insert waits for another run that files the same key; the statements after it
     * have their own snapshots and see what that run has committed. A source that reports without an account (its message is in
     * the ledger) gets the account of the debit.
     */
    private static final String FILE = """
            INSERT INTO inbox_line (source, inbox_key, thread, direction, event_id, message_id, account, party_from, party_to,
                                    message_text, delivery_status, created_at)
            SELECT f.source, f.inbox_key, inbox_thread(f.account, f.counterpart), f.direction, f.event_id, f.message_id, f.account,
                   f.party_from, f.party_to, f.message_text, f.delivery_status, f.created_at
              FROM (SELECT p.*, coalesce(p.own_account, d.account) AS account,
                           CASE WHEN d.event_id IS NULL OR EXISTS (SELECT 1 FROM inbox_line l
                                                                    WHERE l.source = p.source AND l.event_id = d.event_id)
                                THEN p.own_event_id ELSE d.event_id END AS event_id
                      FROM (SELECT ?::text AS source, ?::text AS inbox_key, ?::text AS direction, ?::text AS own_event_id,
                                   ?::text AS message_id, ?::text AS own_account, ?::text AS party_from, ?::text AS party_to,
                                   ?::text AS message_text, ?::text AS delivery_status, ?::timestamptz AS created_at,
                                   ?::text AS counterpart, ?::bigint AS entry) p
                      LEFT JOIN ledger_entry d ON d.id = p.entry) f
             WHERE NOT EXISTS (SELECT 1 FROM inbox_line l WHERE l.source = f.source AND l.inbox_key = f.inbox_key)
               AND NOT EXISTS (SELECT 1 FROM message_line l
                                WHERE l.source = f.source AND l.message_id = f.message_id AND l.direction = f.direction)
                ON CONFLICT ON CONSTRAINT uq_inbox_line_key DO NOTHING;
            UPDATE inbox_line SET delivery_status = ?
             WHERE id = ANY (ARRAY(
                    SELECT id FROM inbox_line WHERE source = ? AND inbox_key = ?
                    UNION ALL
                    SELECT id FROM message_line WHERE source = ? AND message_id = ? AND direction = ?))
               AND delivery_rank(?) > delivery_rank(delivery_status);
            SELECT id, thread, account FROM inbox_line
             WHERE id = ANY (ARRAY(
                    SELECT id FROM inbox_line WHERE source = ? AND inbox_key = ?
                    UNION ALL
                    SELECT id FROM message_line WHERE source = ? AND message_id = ? AND direction = ?))
             ORDER BY inbox_key = ? DESC, id LIMIT 1
            """;

    private static final String FILE_NEW = """
            INSERT INTO inbox_line (source, inbox_key, direction, event_id, message_id, account, party_from, party_to,
                                    message_text, delivery_status, created_at, thread, id)
            OVERRIDING SYSTEM VALUE VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    /**
     * Files the event's line or reuses the one there is; a later delivery status moves the line on, never back. One round trip.
     *
     * @param business its message must be there
     * @param ledgerEntryId debit of the message, when there is one
     */
    public Filing file(
            Connection connection, EventKey key, Business business, @Nullable Long ledgerEntryId, Instant now)
            throws SQLException {
        Business.Message message = business.message();
        if (message == null) {
            throw new IllegalStateException("an inbox line without a message");
        }
        try (PreparedStatement statement = connection.prepareStatement(FILE)) {
            setNewLine(statement, key, business.account(), message);
            statement.setTimestamp(11, Timestamp.from(now));
            statement.setString(12, counterpart(message));
            statement.setObject(13, ledgerEntryId, Types.BIGINT);
            setExistingLine(statement, key, message);
            statement.execute();
            return read(statement);
        }
    }

    /**
     * Files lines that nobody has filed, several in one round trip: the caller holds the locks of their messages and has looked
     * their keys up. A key that is taken all the same ends the transaction.
     */
    public static void fileNew(Connection connection, List<NewLine> lines) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FILE_NEW)) {
            for (NewLine line : lines) {
                setNewLine(statement, line.key(), line.account(), line.message());
                statement.setTimestamp(11, Timestamp.from(line.now()));
                statement.setString(12, line.thread());
                statement.setLong(13, line.id());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void setNewLine(
            PreparedStatement statement, EventKey key, @Nullable String account, Business.Message message)
            throws SQLException {
        statement.setString(1, key.source());
        statement.setString(2, message.inboxKey());
        statement.setString(3, message.direction());
        statement.setString(4, key.eventId());
        statement.setString(5, message.messageId());
        statement.setString(6, account);
        statement.setString(7, message.from());
        statement.setString(8, message.to());
        statement.setString(9, message.text());
        statement.setString(10, message.deliveryStatus());
    }

    private static String counterpart(Business.Message message) {
        return message.direction().equals("MO") ? message.from() : message.to();
    }

    private static void setExistingLine(PreparedStatement statement, EventKey key, Business.Message message)
            throws SQLException {
        statement.setString(14, message.deliveryStatus());
        setLookUp(statement, 15, key, message);
        statement.setString(20, message.deliveryStatus());
        setLookUp(statement, 21, key, message);
        statement.setString(26, message.inboxKey());
    }

    private static void setLookUp(PreparedStatement statement, int first, EventKey key, Business.Message message)
            throws SQLException {
        statement.setString(first, key.source());
        statement.setString(first + 1, message.inboxKey());
        statement.setString(first + 2, key.source());
        statement.setString(first + 3, message.messageId());
        statement.setString(first + 4, message.direction());
    }

    private static Filing read(PreparedStatement statement) throws SQLException {
        boolean filed = statement.getUpdateCount() == 1;
        statement.getMoreResults();
        boolean advanced = statement.getUpdateCount() > 0;
        statement.getMoreResults();
        ResultSet row = statement.getResultSet();
        if (!row.next()) {
            throw new IllegalStateException("the inbox line is neither filed nor found");
        }
        Change change = filed ? Change.FILED : advanced ? Change.ADVANCED : Change.NONE;
        return new Filing(row.getLong(1), row.getString(2), row.getString(3), change);
    }
}
