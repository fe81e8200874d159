package io.auditvisa.notification;

import io.auditvisa.event.EventKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What messages to the operators are made of, and which of them have to carry a higher repeat count. */
@ApplicationScoped
class NotifiedEvents {

    /** An event and its message's text. */
    record Notified(EventKey key, NotificationText text) {}

    /** A sent message whose event has been repeated since. */
    record Repeated(long notification, String messageId, int arrivals, Notified event) {}

    /** Repeats up to a moment of the database's clock. */
    record Found(List<Repeated> repeated, OffsetDateTime upTo) {}

    // an event of our own has its addresses from its pins, only an imported one carries them
    private static final String EVENT_COLUMNS =
            "e.source, e.event_id, e.ref, e.sid, e.livemode, " + url("html") + ", " + url("zip");

    private static final String EVENT = "SELECT " + EVENT_COLUMNS + " FROM event e WHERE e.id = ?";

    /*
     * Looks only at the arrivals since the last look: the event row must not carry an index on its counter. A message is
     * marked at most once a minute; one that is too young is found again, since its arrivals are looked at for two minutes.
     */
    private static final String REPEATED = "SELECT n.id, n.external_id, e.arrivals, " + EVENT_COLUMNS + """
             FROM notification n JOIN event e ON e.id = n.event
            WHERE n.state = 'sent' AND n.external_id IS NOT NULL AND e.arrivals > n.marked
              AND (n.marked_at IS NULL OR n.marked_at <= clock_timestamp() - interval '1 minute')
              AND n.event IN (SELECT a.event FROM arrival a WHERE a.arrived_at > ?::timestamptz - interval '2 minutes')
            ORDER BY n.id LIMIT 100
            """;

    /** One replica marks: the others find it marked just now. */
    private static final String TAKE = """
            UPDATE notification SET marked_at = clock_timestamp()
             WHERE id = ? AND state = 'sent' AND (marked_at IS NULL OR marked_at <= clock_timestamp() - interval '1 minute')
            """;

    private static final String MARKED = "UPDATE notification SET marked = greatest(marked, ?) WHERE id = ?";

    private final DataSource dataSource;

    NotifiedEvents(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    Notified event(long id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(EVENT)) {
            statement.setLong(1, id);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return read(row);
            }
        }
    }

    Found repeatedSince(@Nullable OffsetDateTime since) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            OffsetDateTime now = now(connection);
            try (PreparedStatement statement = connection.prepareStatement(REPEATED)) {
                // after a start: what was repeated while nobody marked
                statement.setObject(1, since == null ? now.minusDays(1) : since);
                List<Repeated> repeated = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        repeated.add(new Repeated(row.getLong(1), row.getString(2), row.getInt(3), read(row)));
                    }
                }
                return new Found(repeated, now);
            }
        }
    }

    boolean take(Repeated repeated) throws SQLException {
        return update(TAKE, repeated.notification()) == 1;
    }

    void marked(Repeated repeated) throws SQLException {
        update(MARKED, repeated.arrivals(), repeated.notification());
    }

    private int update(String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    private static OffsetDateTime now(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT clock_timestamp()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getObject(1, OffsetDateTime.class);
        }
    }

    private static Notified read(ResultSet row) throws SQLException {
        EventKey key = new EventKey(row.getString("source"), row.getString("event_id"));
        boolean livemode = row.getBoolean("livemode");
        boolean testMode = !row.wasNull() && !livemode;
        return new Notified(
                key,
                new NotificationText(
                        key.eventId(),
                        row.getString("ref"),
                        row.getString("sid"),
                        row.getString("html_url"),
                        row.getString("zip_url"),
                        testMode));
    }

    private static String url(String ending) {
        return "CASE WHEN e.run_hash IS NOT NULL AND NOT e.imported THEN e.base_url || '/d/' || e.slug || '." + ending
                + "' ELSE e." + ending + "_url END AS " + ending + "_url";
    }
}
