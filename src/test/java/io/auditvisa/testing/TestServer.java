package io.auditvisa.testing;

import io.auditvisa.postgres.PostgresBinaries;
import io.auditvisa.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;

/**
 * A PostgreSQL server of its own, to which several application processes connect, and which a test may stop, kill and start
 * again on the same port. User {@link PostgresServer#USER}, no password.
 */
public final class TestServer implements AutoCloseable {

    private final PostgresServer server;

    private final Path directory;

    private TestServer(PostgresServer server, Path directory) {
        this.server = server;
        this.directory = directory;
    }

    /** Starts a server with an empty data directory below {@code target}. */
    public static TestServer start(Map<String, String> settings) {
        Path target = Path.of("target").toAbsolutePath();
        PostgresBinaries binaries = PostgresBinaries.unpackedBelow(target.resolve("postgres-binaries"));
        Path directory = target.resolve("it").resolve("postgres-" + UUID.randomUUID());
        PostgresServer server = new PostgresServer(binaries, directory, settings);
        TestServer started = new TestServer(server, directory);
        try {
            Files.createDirectories(directory.getParent());
            server.initialise();
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(started::close)); // for a test that forgets, or is interrupted
        return started;
    }

    /** Starts a server that is as durable as one in production. */
    public static TestServer start() {
        return start(Map.of());
    }

    /** Makes an empty database and returns its JDBC URL. */
    public String createDatabase() throws SQLException {
        String name = "db_" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = connect(server.jdbcUrl(PostgresServer.DATABASE));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return server.jdbcUrl(name);
    }

    /** A plain connection, for looking into what the application wrote. */
    public static Connection connect(String jdbcUrl) throws SQLException {
        return DriverManager.getConnection(jdbcUrl, PostgresServer.USER, null);
    }

    public int port() {
        return server.port();
    }

    /** The postmaster. */
    public ProcessHandle process() {
        try {
            return server.process().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the server; its data and its port stay for {@link #startAgain()}. */
    public void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the postmaster as a crash would. */
    public void kill() {
        ProcessHandle process = process();
        process.destroyForcibly();
        process.onExit().join();
    }

    public void startAgain() {
        try {
            server.start(server.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
        Trees.delete(directory);
    }
}
