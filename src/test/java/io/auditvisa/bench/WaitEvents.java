package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Looks again and again at what the connections of one database are doing: average number of them per activity. */
final class WaitEvents implements AutoCloseable {

    private static final String LOOK = """
            SELECT CASE WHEN state = 'active' THEN coalesce(wait_event_type || ':' || wait_event, 'on CPU')
                        ELSE state END AS activity, count(*)
              FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
             GROUP BY 1""";
    private static final long PERIOD_MILLIS = 20;

    private final Connection connection;
    private final Thread thread;
    private final Map<String, Long> seen = new TreeMap<>();
    private volatile boolean ended;
    private int looks;

    WaitEvents(String jdbcUrl) throws SQLException {
        connection = TestServer.connect(jdbcUrl);
        thread = Thread.ofPlatform().name("wait-events").start(this::run);
    }

    private void run() {
        try (PreparedStatement look = connection.prepareStatement(LOOK)) {
            while (!ended) {
                try (ResultSet row = look.executeQuery()) {
                    while (row.next()) {
                        seen.merge(row.getString(1), row.getLong(2), Long::sum);
                    }
                }
                looks++;
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends and tells, the most frequent first. */
    Map<String, Double> stop() throws InterruptedException {
        ended = true;
        thread.join();
        Map<String, Double> averages = new LinkedHashMap<>();
        seen.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(one -> averages.put(one.getKey(), one.getValue() / (double) looks));
        return averages;
    }

    @Override
    public void close() throws SQLException, InterruptedException {
        ended = true;
        thread.join();
        connection.close();
    }
}
