package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Measures one target for one span of time. */
final class Meter {

    private static final long SETTLE_MILLIS = 500;

    private final TestServer server;
    private final BenchSettings settings;

    Meter(TestServer server, BenchSettings settings) {
        this.server = server;
        this.settings = settings;
    }

    Measurement measure(Target target, String jdbcUrl, Script script, int clients) throws Exception {
        try (Connection connection = TestServer.connect(jdbcUrl);
                Load load = Load.start(target, script, clients)) {
            return measure(target, load, connection, settings.seconds());
        }
    }

    Measurement measure(Target target, Load load, Connection connection, double seconds) throws Exception {
        Thread.sleep(settings.quick() ? 0 : SETTLE_MILLIS);
        long service = target.process().orElse(0);
        long postmaster = server.process().pid();
        long bytes = number(connection, "SELECT pg_database_size(current_database())");
        long wal = number(connection, "SELECT pg_current_wal_lsn() - '0/0'");
        Cpu start = Cpu.now(service, postmaster);
        load.count();
        Thread.sleep((long) (seconds * 1000));
        Cpu used = Cpu.now(service, postmaster).since(start);
        long[] times = load.stop();
        return Measurement.of(
                times,
                load.seconds(),
                used,
                number(connection, "SELECT pg_database_size(current_database())") - bytes,
                number(connection, "SELECT pg_current_wal_lsn() - '0/0'") - wal);
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
