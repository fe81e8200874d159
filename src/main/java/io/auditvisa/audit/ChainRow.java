package io.auditvisa.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.Sha256;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the audit export (IO-11): all chained members of an arrival or transition, between what identifies it and its place
 * in the chain. Without {@link #UNCHAINED} a JSON line is the chained row again, so that a reader can re-compute the hash.
 *
 * @param event id of the event row, with the history number the order of the export
 */
record ChainRow(long event, String ref, String eventId, String source, HistoryRow row, String prevHash) {

    /** Members of a line that are no part of the chained row. */
    static final List<String> UNCHAINED =
            List.of("ref", "event_id", "source", "number", "history_number", "prev_hash", "hash");

    /** Columns of the CSV form: those of both kinds. */
    static final List<String> COLUMNS = List.of(
            "ref",
            "event_id",
            "source",
            "kind",
            "number",
            "history_number",
            "event",
            "arrived_at",
            "at",
            "outcome",
            "signed_at",
            "payload_hash",
            "content_hash",
            "request_fingerprint",
            "signature",
            "differs",
            "request_id",
            "from",
            "to",
            "actor",
            "reason",
            "prev_hash",
            "hash");

    static ChainRow read(ResultSet row) throws SQLException {
        byte[] previous = row.getBytes("prev_hash");
        return new ChainRow(
                row.getLong("event"),
                row.getString("ref"),
                row.getString("event_id"),
                row.getString("source"),
                HistoryRow.read(row),
                Sha256.hex(previous == null ? HistoryChain.genesis() : previous));
    }

    ObjectNode json() {
        ObjectNode line = CanonicalJson.object();
        line.put("ref", ref).put("event_id", eventId).put("source", source).put("kind", row.kind());
        line.put("number", row.number()).put("history_number", row.historyNumber());
        row.members().properties().forEach(member -> line.set(member.getKey(), member.getValue()));
        return line.put("prev_hash", prevHash).put("hash", Sha256.hex(row.hash()));
    }

    List<String> csv() {
        ObjectNode line = json();
        return COLUMNS.stream().map(line::get).map(ChainRow::cell).toList();
    }

    private static String cell(@Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return "";
        }
        return value.isTextual() ? value.textValue() : value.toString();
    }
}
