package io.auditvisa.recovery;

import io.auditvisa.event.EventStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Lists unfinished events whose time has come, oldest first and without any lock: whoever takes one up looks again under its
 * lock. Pages by key, so that events which must be left alone never stand in the way of others.
 */
@ApplicationScoped
class DueEvents {

    private static final String NOW = "SELECT clock_timestamp()";

    private static final String PAGE = """
            SELECT id, source, effects, renderer_version, status, due_at FROM event
             WHERE status IN ('received', 'processing', 'failed', 'orphaned')
               AND due_at <= ? AND (due_at, id) > (?, ?) AND (effects LIKE '%certificate%') = ?
               AND NOT EXISTS (SELECT FROM source_state s WHERE s.name = event.source AND s.state = 'paused')
             ORDER BY due_at, id LIMIT ?""";

    private static final OffsetDateTime BEGINNING = Instant.EPOCH.atOffset(ZoneOffset.UTC);

    private final DataSource dataSource;

    DueEvents(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What a run of an event works on, and so what may hold it up. */
    enum Kind {
        CERTIFICATES,
        ROWS_ALONE
    }

    /** An event that no run holds any more, or whose next try has come. */
    record Due(long id, String source, String effects, int rendererVersion, EventStatus status, OffsetDateTime dueAt) {

        /** Why it is taken up, for its history. */
        String reason() {
            return switch (status) {
                case PROCESSING -> "not finished within the grace";
                case FAILED -> "next try after a technical failure";
                case RECEIVED -> "stored and never begun";
                case ORPHANED -> "published, not recorded";
                case PROCESSED, DUPLICATE_REUSED -> throw new IllegalStateException("finished, never due: " + id);
            };
        }
    }

    /** The database's clock: only what is due by it belongs to one sweep, so a sweep ends. */
    OffsetDateTime now() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(NOW);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getObject(1, OffsetDateTime.class);
        }
    }

    /** The next events of a kind due at {@code horizon}, after {@code last}; the first page when that is null. */
    List<Due> page(Kind kind, OffsetDateTime horizon, @Nullable Due last, int most) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(PAGE)) {
            query.setObject(1, horizon);
            query.setObject(2, last == null ? BEGINNING : last.dueAt());
            query.setLong(3, last == null ? 0 : last.id());
            query.setBoolean(4, kind == Kind.CERTIFICATES);
            query.setInt(5, most);
            List<Due> due = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    due.add(new Due(
                            row.getLong("id"),
                            row.getString("source"),
                            row.getString("effects"),
                            row.getInt("renderer_version"),
                            EventStatus.ofWireName(row.getString("status")),
                            row.getObject("due_at", OffsetDateTime.class)));
                }
            }
            return due;
        }
    }
}
