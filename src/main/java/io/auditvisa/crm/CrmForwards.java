package io.auditvisa.crm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.Business;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Sha256;
import io.auditvisa.notification.CallState;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the intent of an event's one forward to the CRM (IO-6): what is sent is fixed here, in the transaction that files the
 * line, and sent after commit. An event that files a line or moves its delivery status on is forwarded; one that only repeats
 * what the CRM knows is not, so the processor does not ask for it.
 */
@ApplicationScoped
public class CrmForwards {

    /**
     * What the CRM is told about.
     *
     * @param inboxLineId the line; null when the rule files none
     * @param thread its thread
     * @param account its account
     * @param filed true for a new line, false for a new delivery status of a known one
     * @param ledgerEntryId debit of the message
     */
    public record Line(
            @Nullable Long inboxLineId,
            @Nullable String thread,
            @Nullable String account,
            boolean filed,
            @Nullable Long ledgerEntryId) {}

    /**
     * One forward.
     *
     * @param event primary key of the event's row
     * @param now database time of the transaction
     */
    public record Intent(long event, EventKey key, Business business, Line line, Instant now) {}

    private static final String INTEND = """
            INSERT INTO crm_forward (event, webhook_id, body, state, next_try_at, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;

    private final CrmConfig config;

    CrmForwards(CrmConfig config) {
        this.config = config;
    }

    /** Writes the intent row; {@code disabled} without a CRM. A second one for an event ends the transaction. */
    public void intend(Connection connection, Intent intent) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INTEND)) {
            set(statement, intent);
            statement.executeUpdate();
        }
    }

    /** Several events' intents in one round trip, as {@link #intend} writes each. */
    public void intendAll(Connection connection, List<Intent> intents) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INTEND)) {
            for (Intent intent : intents) {
                set(statement, intent);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private void set(PreparedStatement statement, Intent intent) throws SQLException {
        CallState state = config.url().isPresent() ? CallState.INTENDED : CallState.DISABLED;
        Timestamp now = Timestamp.from(intent.now());
        statement.setLong(1, intent.event());
        statement.setString(2, webhookId(intent.key()));
        statement.setBytes(3, CanonicalJson.bytes(body(intent.key(), intent.business(), intent.line(), intent.now())));
        statement.setString(4, state.wireName());
        statement.setTimestamp(5, now);
        statement.setTimestamp(6, now);
        statement.setTimestamp(7, now);
    }

    /** The id the CRM drops repeats by: a function of the event's key alone, so no crash and no retry changes it. */
    public static String webhookId(EventKey key) {
        return "msg_" + Sha256.hexOf("crm " + key.ref()).substring(0, 32);
    }

    private static ObjectNode body(EventKey key, Business business, Line line, Instant now) {
        ObjectNode body = CanonicalJson.object();
        body.put("type", line.filed() ? "inbox.line_filed" : "inbox.line_updated");
        body.put("timestamp", now.toString());
        ObjectNode data = body.putObject("data");
        data.put("source", key.source());
        data.put("event_id", key.eventId());
        data.put("ref", key.ref());
        data.put("inbox_line_id", line.inboxLineId());
        data.put("thread", line.thread());
        data.put("account", line.account());
        data.put("ledger_entry_id", line.ledgerEntryId());
        data.put("amount_minor", business.amountMinor());
        data.put("currency", business.currency());
        Business.Message message = business.message();
        if (message != null) {
            data.put("message_id", message.messageId());
            data.put("inbox_key", message.inboxKey());
            data.put("direction", message.direction());
            data.put("from", message.from());
            data.put("to", message.to());
            data.put("text", message.text());
            data.put("delivery_status", message.deliveryStatus());
        }
        return body;
    }
}
