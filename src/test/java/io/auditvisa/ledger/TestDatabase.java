package io.auditvisa.ledger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** One real PostgreSQL for the tests of a JVM; every test class gets a migrated database of its own on it. */
final class TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Path LOG = logFile();
    private static final EmbeddedPostgres SERVER = start();

    private final DataSource dataSource;

    private TestDatabase(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static TestDatabase create() {
        String name = "ledger_" + NUMBER.incrementAndGet();
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        DataSource dataSource = SERVER.getDatabase("postgres", name);
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
        return Files.readString(LOG);
    }

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "100")
                    .setServerConfig("deadlock_timeout", "200ms")
                    .setErrorRedirector(ProcessBuilder.Redirect.appendTo(LOG.toFile()))
                    .setOutputRedirector(ProcessBuilder.Redirect.appendTo(LOG.toFile()))
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path logFile() {
        try {
            return Files.createTempFile("postgres-ledger", ".log");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
