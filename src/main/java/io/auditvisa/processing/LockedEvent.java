package io.auditvisa.processing;

import io.auditvisa.event.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * An event as read under a lock.
 *
 * @param row the event
 * @param due its time of take-over or retry has come, by the database's clock
 * @param now the database's clock, read after the lock
 * @param paused its source is paused
 */
record LockedEvent(EventRow row, boolean due, Instant now, boolean paused) {

    static Optional<LockedEvent> read(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            return Optional.empty();
        }
        return Optional.of(new LockedEvent(
                EventRow.read(rows),
                rows.getBoolean("due"),
                rows.getObject("db_now", OffsetDateTime.class).toInstant(),
                rows.getString("source_state").equals("paused")));
    }
}
