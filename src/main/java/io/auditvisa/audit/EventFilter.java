package io.auditvisa.audit;

import io.auditvisa.api.Cursor;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.TimeWindow;
import io.auditvisa.event.EventRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which events a list shows, newest first.
 *
 * @param status one of the six
 * @param source name of a source
 * @param type exact event type
 * @param q a ref, event id, session id, message id or run hash
 * @param created window of {@code created_at}
 */
record EventFilter(
        @Nullable String status,
        @Nullable String source,
        @Nullable String type,
        @Nullable String q,
        TimeWindow created) {

    private static final Pattern RUN_HASH = Pattern.compile("[0-9a-fA-F]{64}");

    /** The sources there are, by hopping along the unique index; so that an id alone still finds its row by that index. */
    private static final String FOUND_BY_ID = """
            AND id IN (
              WITH RECURSIVE s AS (
                (SELECT source FROM event ORDER BY source LIMIT 1)
                UNION ALL
                SELECT (SELECT e.source FROM event e WHERE e.source > s.source ORDER BY e.source LIMIT 1) FROM s
                 WHERE s.source IS NOT NULL)
              SELECT e.id FROM s JOIN event e ON e.source = s.source AND e.event_id = ?
              UNION SELECT e.id FROM s JOIN event e ON e.source = s.source AND e.message_id = ?
              UNION SELECT id FROM event WHERE ref = ?
              UNION SELECT id FROM event WHERE sid = ?""";

    List<EventRow> page(Connection connection, PageRequest page) throws SQLException {
        Sql query = Sql.of("SELECT " + EventRow.COLUMNS + " FROM event WHERE true")
                .addIf(status, "AND status = ?")
                .addIf(source, "AND source = ?")
                .addIf(type, "AND type = ?")
                .addIf(created.from(), "AND created_at >= ?")
                .addIf(created.to(), "AND created_at < ?");
        addSearch(query);
        Cursor after = page.after();
        if (after != null) {
            query.add("AND (created_at, id) < (?, ?)", after.instant(0), after.number(1));
        }
        return query.add("ORDER BY created_at DESC, id DESC LIMIT ?", page.rowsToFetch())
                .list(connection, EventRow::read);
    }

    private void addSearch(Sql query) {
        if (q == null) {
            return;
        }
        query.add(FOUND_BY_ID, q, q, q, q);
        if (RUN_HASH.matcher(q).matches()) {
            query.add(
                    "UNION SELECT id FROM event WHERE run_hash = ?",
                    HexFormat.of().parseHex(q));
        }
        query.add(")");
    }

    /** Place of a row in the list's order. */
    static Cursor cursor(EventRow row) {
        return Cursor.of(row.createdAt(), row.id());
    }
}
