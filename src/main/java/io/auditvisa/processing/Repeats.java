package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.IncomingEvent;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reuse step for repeats of different events at once: whoever waits while a statement is under way shares the next one,
 * so many arrivals cost one COMMIT. Nobody waits for company: an idle lane takes a single arrival at once.
 */
@ApplicationScoped
class Repeats {

    /** Statements under way at a time in this process; each waits for one COMMIT. */
    private static final int LANES = 3;

    private final Database database;
    private final SingleFlight<Integer, IncomingEvent, Optional<EventRow>> flights = new SingleFlight<>();

    Repeats(Database database) {
        this.database = database;
    }

    /**
     * Stores the arrival of a finished event whose content is the same, and gives the event; empty, with nothing stored,
     * when the event is not known, not finished, of other content, or its source is paused.
     */
    Optional<EventRow> reuse(IncomingEvent incoming) {
        int lane = Math.floorMod(incoming.key().hashCode(), LANES);
        return flights.submit(lane, incoming, batch -> database.statement(connection -> reuse(connection, batch)));
    }

    private static List<Optional<EventRow>> reuse(Connection connection, List<IncomingEvent> batch)
            throws SQLException {
        Map<EventKey, EventRow> reused = new HashMap<>();
        try (PreparedStatement statement = Query.prepare(connection, EventSql.REUSE, parameters(connection, batch));
                ResultSet rows = Query.last(statement)) {
            while (rows.next()) {
                EventRow row = EventRow.read(rows);
                reused.put(row.key(), row);
            }
        }
        return batch.stream()
                .map(incoming -> Optional.ofNullable(reused.get(incoming.key())))
                .toList();
    }

    private static Object[] parameters(Connection connection, List<IncomingEvent> batch) throws SQLException {
        return new Object[] {
            Query.array(connection, "text", batch, incoming -> incoming.key().source()),
            Query.array(connection, "text", batch, incoming -> incoming.key().eventId()),
            Query.array(
                    connection, "bytea", batch, incoming -> incoming.payload().contentHash()),
            Query.array(
                    connection, "text", batch, incoming -> incoming.receipt().requestId()),
            Query.array(
                    connection,
                    "text",
                    batch,
                    incoming -> incoming.receipt().arrivedAt().toString()),
            Query.array(
                    connection,
                    "bytea",
                    batch,
                    incoming -> HistoryChain.arrivalRow(incoming, ArrivalOutcome.DUPLICATE_REUSED, List.of()))
        };
    }
}
