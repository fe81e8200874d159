package io.auditvisa.ledger;

import io.auditvisa.postgres.PostgresBinaries;
import io.auditvisa.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/** One real PostgreSQL for the tests of a JVM; every test class gets a migrated database of its own on it. */
final class TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Path DIRECTORY =
            Path.of("target/ledger-postgres-" + ProcessHandle.current().pid());
    private static final PostgresServer SERVER = start();

    private final DataSource dataSource;

    private TestDatabase(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static TestDatabase create() {
        String name = "ledger_" + NUMBER.incrementAndGet();
        try (Connection connection = dataSource(PostgresServer.DATABASE).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        DataSource dataSource = dataSource(name);
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        return new TestDatabase(dataSource);
    }

    Connection open() throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row. */
    Object value(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getObject(1);
        }
    }

    long number(String sql) throws SQLException {
        return ((Number) value(sql)).longValue();
    }

    /** What the server has logged so far. */
    static String log() throws IOException {
        return Files.readString(DIRECTORY.resolve("server.log"));
    }

    private static PostgresServer start() {
        try {
            PostgresServer server = new PostgresServer(
                    PostgresBinaries.unpackedBelow(Path.of("target/postgres-binaries")),
                    DIRECTORY,
                    Map.of("max_connections", "100", "deadlock_timeout", "200ms", "fsync", "off"));
            server.initialise();
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void stop(PostgresServer server) {
        try {
            server.stop();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static DataSource dataSource(String database) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(SERVER.jdbcUrl(database));
        dataSource.setUser(PostgresServer.USER);
        return dataSource;
    }
}
