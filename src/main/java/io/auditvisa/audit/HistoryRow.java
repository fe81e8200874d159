package io.auditvisa.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of an event's history (GO-6): an arrival or a transition.
 *
 * @param kind {@code arrival} or {@code transition}
 * @param number counts arrivals and transitions apart, from 1
 * @param historyNumber counts both together, from 1: the order of the chain
 * @param outcome of an arrival
 * @param requestId of an arrival
 * @param at when it arrived or changed
 * @param rowBytes the chained bytes
 * @param hash the chain's head after this row
 * @param members the chained bytes as JSON; an empty node when they are damaged
 */
record HistoryRow(
        String kind,
        int number,
        int historyNumber,
        @Nullable String outcome,
        @Nullable String requestId,
        Instant at,
        byte[] rowBytes,
        byte[] hash,
        JsonNode members) {

    static final String ARRIVAL = "arrival";

    /** Both tables as one; the planner walks their unique indexes in chain order. */
    static final String BOTH_TABLES = """
            (SELECT event, 'arrival' AS kind, number, history_number, outcome, request_id, arrived_at AS at, row_bytes, hash
               FROM arrival
             UNION ALL
             SELECT event, 'transition', number, history_number, NULL, NULL, at, row_bytes, hash FROM transition) h""";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The whole history of one event in chain order. */
    static List<HistoryRow> of(Connection connection, long event) throws SQLException {
        return Sql.of("SELECT * FROM " + BOTH_TABLES + " WHERE event = ? ORDER BY history_number", event)
                .list(connection, HistoryRow::read);
    }

    static HistoryRow read(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes("row_bytes");
        return new HistoryRow(
                row.getString("kind"),
                row.getInt("number"),
                row.getInt("history_number"),
                row.getString("outcome"),
                row.getString("request_id"),
                Sql.requiredTime(row, "at"),
                bytes,
                row.getBytes("hash"),
                parse(bytes));
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            return JSON.readTree(bytes);
        } catch (IOException damaged) {
            return MissingNode.getInstance();
        }
    }

    boolean isArrival() {
        return kind.equals(ARRIVAL);
    }

    /** A chained member, JSON null when it is absent. */
    JsonNode member(String name) {
        JsonNode value = members.path(name);
        return value.isMissingNode() ? NullNode.getInstance() : value;
    }

    /** A chained text member; null when it is absent. */
    @Nullable
    String text(String name) {
        return members.path(name).textValue();
    }

    /** A chained time; null when it is absent or damaged. */
    @Nullable
    Instant instant(String name) {
        String text = text(name);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException damaged) {
            return null;
        }
    }
}
