package io.auditvisa.processing;

import io.agroal.api.AgroalDataSource;
import io.auditvisa.api.ProblemException;
import io.auditvisa.health.Schema;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Short transactions behind a fair queue in front of the pool: a burst waits here, not in the pool's timeout. Nobody
 * holds one connection while asking for a second.
 */
@ApplicationScoped
class Database {

    private static final String READ_ONLY = "25006";
    private static final int LONGEST_QUEUE = 2_000;
    private static final long LONGEST_WAIT_SECONDS = 10;
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final long BETWEEN_RENEWALS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String NOT_READY = "57P03";

    private final AgroalDataSource dataSource;
    private final Limits limits;
    private final Schema schema;
    private final int places;
    private final Semaphore permits;
    private final AtomicLong renewedAt = new AtomicLong(System.nanoTime());

    Database(
            AgroalDataSource dataSource,
            Limits limits,
            Schema schema,
            @ConfigProperty(name = "quarkus.datasource.jdbc.max-size", defaultValue = "32") int poolSize) {
        this.dataSource = dataSource;
        this.limits = limits;
        this.schema = schema;
        this.places = shareOf(poolSize);
        this.permits = new Semaphore(places, true);
    }

    /** Half of the pool is left to the API, the sweeper and the probes; more would not make the database faster. */
    private static int shareOf(int poolSize) {
        return poolSize < 8 ? Math.max(1, poolSize - 1) : Math.max(6, poolSize / 2);
    }

    /** How many may use the database at a time. */
    int places() {
        return places;
    }

    /** Work on one connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** One transaction; the outcome of a failed COMMIT is unknown to the caller. */
    <T> T transaction(Work<T> work) {
        return queued(() -> QuarkusTransaction.requiringNew()
                .timeout(limits.transactionSeconds())
                .call(() -> {
                    try (Connection connection = connect()) {
                        return work.on(connection);
                    }
                }));
    }

    /** One statement that is its own transaction. */
    <T> T statement(Work<T> work) {
        return queued(() -> {
            try (Connection connection = connect()) {
                return work.on(connection);
            }
        });
    }

    private Connection connect() {
        try {
            return dataSource.getConnection();
        } catch (SQLException failure) {
            throw new DatabaseException(failure, false);
        }
    }

    private interface Queued<T> {
        T get() throws SQLException;
    }

    private <T> T queued(Queued<T> work) {
        enter();
        try {
            return perform(work);
        } catch (DatabaseException failure) {
            if (failure.sqlState().equals(READ_ONLY) || failure.wasSilent()) {
                renewPool();
            }
            throw failure;
        } finally {
            permits.release();
        }
    }

    /** After a fail-over the pool may hold on to the old server, which only reads; after a cut, to a silent one: ask anew. */
    private void renewPool() {
        long now = System.nanoTime();
        long last = renewedAt.get();
        if (now - last > BETWEEN_RENEWALS_NANOS && renewedAt.compareAndSet(last, now)) {
            dataSource.flush(AgroalDataSource.FlushMode.GRACEFUL);
        }
    }

    private static <T> T perform(Queued<T> work) {
        try {
            return work.get();
        } catch (SQLException failure) {
            throw new DatabaseException(failure, true);
        } catch (QuarkusTransactionException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw cause instanceof DatabaseException known ? known : new DatabaseException(cause, true);
        }
    }

    private void enter() {
        if (!schema.isReady()) {
            throw new DatabaseException(new SQLException("the database is not ready yet", NOT_READY), false);
        }
        try {
            if (permits.getQueueLength() > LONGEST_QUEUE
                    || !permits.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new OverloadedException();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OverloadedException();
        }
    }

    /** The database did not do its work; whether a COMMIT happened is unknown. */
    static final class DatabaseException extends RuntimeException {
        private final boolean reached;

        DatabaseException(Throwable cause, boolean reached) {
            super(cause.getMessage(), cause);
            this.reached = reached;
        }

        /** False: no connection was had, so nothing can have happened. */
        boolean reached() {
            return reached;
        }

        /** The server took longer than the socket's timeout. */
        boolean wasSilent() {
            for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof SocketTimeoutException) {
                    return true;
                }
            }
            return false;
        }

        /** SQLSTATE of the failure, empty when there is none. */
        String sqlState() {
            for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException failure && failure.getSQLState() != null) {
                    return failure.getSQLState();
                }
            }
            return "";
        }
    }

    /** Too many are waiting; nothing was stored. */
    static final class OverloadedException extends ProblemException {
        OverloadedException() {
            super(503, "overloaded", "too many requests are waiting", RETRY_AFTER_SECONDS);
        }
    }
}
