package io.auditvisa.audit;

import io.auditvisa.api.Cursor;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.TimeWindow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which arrivals and rejections a list shows, newest first; at the same moment arrivals stand before rejections.
 *
 * @param outcome an arrival's, {@value ArrivalItem#REJECTED}, or the code of a rejection
 * @param source name of a source
 * @param arrived window of the receipt time
 */
record ArrivalFilter(@Nullable String outcome, @Nullable String source, TimeWindow arrived) {

    /** Code of the one kind of rejection there is (IO-5). */
    static final String STALE = "outside_replay_window";

    private static final String ARRIVALS = """
            SELECT a.event, 'arrival' AS kind, a.number, a.history_number, a.outcome, a.request_id, a.arrived_at AS at, \
            a.row_bytes, a.hash, e.source, e.event_id, e.ref FROM arrival a JOIN event e ON e.id = a.event WHERE true""";

    List<ArrivalItem.Row> page(Connection connection, PageRequest page) throws SQLException {
        List<ArrivalItem.Row> rows = new ArrayList<>();
        if (!ArrivalItem.REJECTED.equals(outcome) && !STALE.equals(outcome)) {
            rows.addAll(arrivals(page).list(connection, ArrivalItem.Row::arrival));
        }
        if (outcome == null || ArrivalItem.REJECTED.equals(outcome) || STALE.equals(outcome)) {
            rows.addAll(rejections(page).list(connection, ArrivalItem.Row::rejection));
        }
        // the sort is stable, and both halves come in their own order
        rows.sort(Comparator.comparing((ArrivalItem.Row row) -> row.item().arrivedAt())
                .reversed());
        return rows.subList(0, Math.min(rows.size(), page.rowsToFetch()));
    }

    private Sql arrivals(PageRequest page) {
        Sql query = Sql.of(ARRIVALS)
                .addIf(outcome, "AND a.outcome = ?")
                .addIf(source, "AND e.source = ?")
                .addIf(arrived.from(), "AND a.arrived_at >= ?")
                .addIf(arrived.to(), "AND a.arrived_at < ?");
        Cursor after = page.after();
        if (after != null && after.number(1) == 1) {
            query.add(
                    "AND (a.arrived_at, a.event, a.number) < (?, ?, ?)",
                    after.instant(0),
                    after.number(2),
                    after.number(3));
        } else if (after != null) {
            query.add("AND a.arrived_at < ?", after.instant(0));
        }
        return query.add("ORDER BY a.arrived_at DESC, a.event DESC, a.number DESC LIMIT ?", page.rowsToFetch());
    }

    private Sql rejections(PageRequest page) {
        Sql query = Sql.of("SELECT * FROM rejection WHERE true")
                .addIf(source, "AND source = ?")
                .addIf(arrived.from(), "AND received_at >= ?")
                .addIf(arrived.to(), "AND received_at < ?");
        Cursor after = page.after();
        if (after != null && after.number(1) == 0) {
            query.add("AND (received_at, id) < (?, ?)", after.instant(0), after.number(2));
        } else if (after != null) {
            query.add("AND received_at <= ?", after.instant(0));
        }
        return query.add("ORDER BY received_at DESC, id DESC LIMIT ?", page.rowsToFetch());
    }
}
