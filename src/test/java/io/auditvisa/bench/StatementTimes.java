package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What the statements of one database cost the server, from {@code pg_stat_statements}. */
final class StatementTimes {

    private static final String TOP = """
            SELECT regexp_replace(query, '\\s+', ' ', 'g') AS text, calls, plans, mean_exec_time, mean_plan_time,
                   wal_bytes / greatest(calls, 1) AS wal, total_exec_time + total_plan_time AS total
              FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND query NOT LIKE '%pg_stat_activity%'
             ORDER BY total DESC LIMIT 16""";

    private StatementTimes() {}

    /**
     * One statement; times in milliseconds, waits included.
     *
     * @param share of the time of all statements listed
     */
    record Cost(String text, long calls, long plans, double execution, double planning, long walBytes, double share) {

        private Cost withShareOf(double all) {
            return new Cost(text, calls, plans, execution, planning, walBytes, share / all);
        }
    }

    static void reset(String jdbcUrl) throws SQLException {
        try (Connection connection = TestServer.connect(jdbcUrl);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            statement.execute("SELECT pg_stat_statements_reset()");
        }
    }

    static List<Cost> read(String jdbcUrl) throws SQLException {
        List<Cost> costs = new ArrayList<>();
        double sum = 0;
        try (Connection connection = TestServer.connect(jdbcUrl);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(TOP)) {
            while (row.next()) {
                sum += row.getDouble("total");
                costs.add(new Cost(
                        shortened(row.getString("text")),
                        row.getLong("calls"),
                        row.getLong("plans"),
                        row.getDouble("mean_exec_time"),
                        row.getDouble("mean_plan_time"),
                        row.getLong("wal"),
                        row.getDouble("total")));
            }
        }
        double all = sum;
        return costs.stream().map(cost -> cost.withShareOf(all)).toList();
    }

    private static String shortened(String text) {
        return text.length() <= 90 ? text : text.substring(0, 90) + "…";
    }
}
