package io.auditvisa.audit;

import io.auditvisa.api.ProblemException;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads the database as of one moment, so that an answer made of several queries agrees with itself. */
@ApplicationScoped
public class Snapshot {

    private static final Logger LOG = Logger.getLogger(Snapshot.class);
    private static final String ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
    static final int LONGEST_STATEMENT_MILLIS = 30 * 60 * 1000;
    private static final int RETRY_AFTER_SECONDS = 5;

    private final DataSource dataSource;

    public Snapshot(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What is read from the snapshot. */
    @FunctionalInterface
    public interface Reading<T extends @Nullable Object> {
        T read(Connection connection) throws SQLException;
    }

    /** Runs the reading; a database out of reach is a 503 problem {@code database_unavailable}. */
    public <T extends @Nullable Object> T read(Reading<T> reading) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement begin = connection.createStatement()) {
                begin.execute(ONE_MOMENT);
                return reading.read(connection);
            } finally {
                connection.rollback();
            }
        } catch (SQLException failed) {
            throw unavailable(failed);
        }
    }

    /** The same for readings over the whole database: their statements may take longer than the pool's socket timeout. */
    public <T extends @Nullable Object> T readAtLength(Reading<T> reading) {
        return read(connection -> {
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, LONGEST_STATEMENT_MILLIS);
            try {
                return reading.read(connection);
            } finally {
                connection.setNetworkTimeout(Runnable::run, usual);
            }
        });
    }

    /** The problem of a statement that the database did not carry out. */
    static ProblemException unavailable(SQLException failed) {
        LOG.errorf("the database did not answer: %s (SQL state %s)", failed.getMessage(), failed.getSQLState());
        return new ProblemException(
                503, "database_unavailable", "the database does not answer at the moment", RETRY_AFTER_SECONDS);
    }
}
