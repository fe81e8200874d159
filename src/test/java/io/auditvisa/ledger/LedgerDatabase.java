package io.auditvisa.ledger;

import io.auditvisa.api.Transactions;
import io.auditvisa.postgres.EmbeddedDatabase;
import io.auditvisa.postgres.EmbeddedDatabase.Durability;
import io.auditvisa.postgres.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/** A migrated database of its own on the test server of this JVM, for plain JDBC transactions. */
public final class LedgerDatabase {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private final String url;
    private final ThreadLocal<Connection> connections = new ThreadLocal<>();
    private final ThreadLocal<Connection> lookers = new ThreadLocal<>();

    private LedgerDatabase(String url) {
        this.url = url;
    }

    public static LedgerDatabase create() {
        String server = EmbeddedDatabase.jdbcUrl(
                TARGET.resolve("test-postgres"), TARGET.resolve("postgres-binaries"), Durability.THROWN_AWAY);
        String name = "ledger_" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(server, PostgresServer.USER, null);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        String url = server.replaceFirst("/[^/?]+(\\?|$)", "/" + name + "$1");
        Flyway.configure()
                .dataSource(url, PostgresServer.USER, null)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        return new LedgerDatabase(url);
    }

    /** The connection of this thread, with a transaction; it stays open. */
    public Connection connection() throws SQLException {
        Connection connection = connections.get();
        if (connection == null || connection.isClosed()) {
            connection = connect();
            connection.setAutoCommit(false);
            connections.set(connection);
        }
        return connection;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, PostgresServer.USER, null);
    }

    /** Transactions on this database as requests to the API have them. */
    public Transactions transactions() {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(url);
        dataSource.setUser(PostgresServer.USER);
        return new Transactions(dataSource);
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = looking().createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row. */
    public Object value(String sql) throws SQLException {
        try (Statement statement = looking().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getObject(1);
        }
    }

    private Connection looking() throws SQLException {
        Connection connection = lookers.get();
        if (connection == null) {
            connection = connect();
            lookers.set(connection);
        }
        return connection;
    }

    public long number(String sql) throws SQLException {
        return ((Number) value(sql)).longValue();
    }

    /** Deadlocks that the server had to break in this database. */
    public long deadlocks() throws SQLException {
        return number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }
}
