package io.auditvisa.recovery;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where the pass over all deliveries stands. Only moved from where it was read, so replicas that scrub at once never skip any. */
@ApplicationScoped
class ScrubPosition {

    private static final int ONE_ROW = 1;

    private static final String READ = "SELECT delivery FROM scrub_position WHERE id = ?";

    private static final String MOVE = """
            INSERT INTO scrub_position (id, delivery, updated_at, completed_at)
            VALUES (?, ?, clock_timestamp(), CASE WHEN ? THEN clock_timestamp() END)
              ON CONFLICT ON CONSTRAINT pk_scrub_position
              DO UPDATE SET delivery = excluded.delivery, updated_at = excluded.updated_at,
                            completed_at = coalesce(excluded.completed_at, scrub_position.completed_at)
               WHERE scrub_position.delivery = ?""";

    private final DataSource dataSource;

    ScrubPosition(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Id of the last delivery of this pass that was checked; 0 at its beginning. */
    long read() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(READ)) {
            query.setInt(1, ONE_ROW);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    void advance(long from, long to) throws SQLException {
        move(from, to, false);
    }

    /** The pass is over; the next one begins. */
    void complete(long from) throws SQLException {
        move(from, 0, true);
    }

    private void move(long from, long to, boolean completes) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(MOVE)) {
            update.setInt(1, ONE_ROW);
            update.setLong(2, to);
            update.setBoolean(3, completes);
            update.setLong(4, from);
            update.executeUpdate();
        }
    }
}
