package io.auditvisa.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.auditvisa.api.Cursor;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Sha256;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that arrived, accepted or rejected: the one view that product and finance share (IO-8).
 *
 * @param number counts the accepted arrivals of the event; null for a rejection
 * @param outcome that of the arrival, or {@value #REJECTED}
 * @param code why it was rejected; null for an accepted one
 */
@RegisterForReflection
public record ArrivalItem(
        String source,
        String eventId,
        String ref,
        @Nullable Integer number,
        Instant arrivedAt,
        String outcome,
        @Nullable String code,
        @Nullable String detail,
        @Nullable Instant signedAt,
        @Nullable String payloadHash,
        @Nullable String requestFingerprint,
        @Nullable String signature,
        JsonNode differs,
        String requestId) {

    static final String REJECTED = "rejected";

    /** An item with its place in the list's order. */
    record Row(ArrivalItem item, Cursor cursor) {

        static Row arrival(ResultSet row) throws SQLException {
            HistoryRow history = HistoryRow.read(row);
            String outcome = row.getString("outcome");
            ArrivalItem item = new ArrivalItem(
                    row.getString("source"),
                    row.getString("event_id"),
                    row.getString("ref"),
                    history.number(),
                    history.at(),
                    outcome,
                    null,
                    null,
                    history.instant("signed_at"),
                    history.text("payload_hash"),
                    history.text("request_fingerprint"),
                    history.text("signature"),
                    history.member("differs"),
                    row.getString("request_id"));
            return new Row(item, Cursor.of(history.at(), 1, row.getLong("event"), history.number()));
        }

        static Row rejection(ResultSet row) throws SQLException {
            EventKey key = new EventKey(row.getString("source"), row.getString("event_id"));
            Instant receivedAt = Sql.requiredTime(row, "received_at");
            ArrivalItem item = new ArrivalItem(
                    key.source(),
                    key.eventId(),
                    key.ref(),
                    null,
                    receivedAt,
                    REJECTED,
                    row.getString("code"),
                    row.getString("detail"),
                    Sql.time(row, "signed_at"),
                    Sha256.hex(row.getBytes("payload_hash")),
                    null,
                    null,
                    JsonNodeFactory.instance.arrayNode(),
                    row.getString("request_id"));
            return new Row(item, Cursor.of(receivedAt, 0, row.getLong("id"), 0));
        }
    }
}
