package io.auditvisa.inbox;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A line of the inbox as every JSON of ours shows it.
 *
 * @param thread account and counterpart: both directions of a conversation share it
 * @param direction {@code MT} to the counterpart, {@code MO} from it
 * @param eventId the event of the message's debit; the event that filed the line when there is none
 */
@RegisterForReflection
public record InboxLine(
        long id,
        String inboxKey,
        String thread,
        String direction,
        String source,
        String eventId,
        String messageId,
        String account,
        String from,
        String to,
        @Nullable String text,
        String deliveryStatus,
        Instant createdAt) {

    /** The columns {@link #read} needs. */
    static final String COLUMNS =
            "l.id, l.inbox_key, l.thread, l.direction, l.source, l.event_id, l.message_id, l.account,"
                    + " l.party_from, l.party_to, l.message_text, l.delivery_status, l.created_at";

    static InboxLine read(ResultSet row) throws SQLException {
        return new InboxLine(
                row.getLong("id"),
                row.getString("inbox_key"),
                row.getString("thread"),
                row.getString("direction"),
                row.getString("source"),
                row.getString("event_id"),
                row.getString("message_id"),
                row.getString("account"),
                row.getString("party_from"),
                row.getString("party_to"),
                row.getString("message_text"),
                row.getString("delivery_status"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
