package io.auditvisa.processing;

import io.auditvisa.event.EventKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/** Pause and resume of a source (IO-10): a barrier, kept in the database, obeyed by arrivals, sweeper and reconciler. */
@ApplicationScoped
public class SourceStates {

    private static final String SET = """
            INSERT INTO source_state (name, state, reason, changed_by) VALUES (?, ?, ?, ?)
              ON CONFLICT ON CONSTRAINT pk_source_state
              DO UPDATE SET state = excluded.state, reason = excluded.reason, changed_by = excluded.changed_by,
                            changed_at = clock_timestamp()""";
    private static final String WAIT_FOR_RUNS =
            "SELECT set_config('lock_timeout', ?, true); SELECT pg_advisory_xact_lock(?)";
    private static final String PAUSED = "SELECT FROM source_state WHERE name = ? AND state = 'paused'";
    private static final int LONGEST_RUN_MILLIS = 60_000;
    private static final int MARGIN_MILLIS = 10_000;

    private final Database database;

    SourceStates(Database database) {
        this.database = database;
    }

    /** Refuses new work of the source, then waits for the last run at work: when this returns, none runs and none will. */
    public void pause(String source, String actor, String reason) {
        set(source, "paused", actor, reason);
        // fulfilling runs hold this lock shared and read the state after it
        database.transaction(connection -> {
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, LONGEST_RUN_MILLIS + MARGIN_MILLIS);
            try (PreparedStatement statement = Query.prepare(
                    connection, WAIT_FOR_RUNS, Long.toString(LONGEST_RUN_MILLIS), EventKey.sourceLockKey(source))) {
                return statement.execute();
            } finally {
                connection.setNetworkTimeout(Runnable::run, usual);
            }
        });
    }

    /** Lets the source work again. */
    public void resume(String source, String actor, String reason) {
        set(source, "active", actor, reason);
    }

    /** Whether the source is paused now. */
    public boolean isPaused(String source) {
        return database.statement(connection -> {
            try (PreparedStatement statement = Query.prepare(connection, PAUSED, source);
                    ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        });
    }

    private void set(String source, String state, String actor, String reason) {
        database.transaction(connection -> {
            Query.one(connection, SET, source, state, reason, actor);
            return state;
        });
    }
}
