package io.auditvisa.api;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Short database transactions of requests to the operators' API; a database out of reach is a 503 problem. */
@ApplicationScoped
public class Transactions {

    private static final Logger LOG = Logger.getLogger(Transactions.class);
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final String LIMITS =
            "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'";

    private final DataSource dataSource;

    public Transactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What is done in the transaction. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        T on(Connection connection) throws SQLException;
    }

    /** Commits what the work did, or nothing of it when it throws. */
    public <T extends @Nullable Object> T run(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            boolean done = false;
            try (Statement limits = connection.createStatement()) {
                limits.execute(LIMITS);
                T result = work.on(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    connection.rollback();
                }
            }
        } catch (SQLException failed) {
            LOG.errorf("the database did not answer: %s (SQL state %s)", failed.getMessage(), failed.getSQLState());
            throw new ProblemException(
                    503,
                    "database_unavailable",
                    "the database does not answer at the moment",
                    RETRY_AFTER_SECONDS,
                    failed);
        }
    }
}
