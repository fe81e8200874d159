package io.auditvisa.processing;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * The time limits of a run. A stalled owner must be ended by the server before another may take over, so
 * staging + pool wait + idle timeout stay below the grace (design: "lock free and due means take over"). A run that also waits
 * its longest for places at the storage, or was staged twice, may be late: it is fenced off then, and changes nothing.
 */
@ApplicationScoped
public class Limits {

    private static final Duration LONGEST_STAGING = Duration.ofSeconds(10);
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(6);
    private static final Duration LONGEST_LOCK_WAIT = Duration.ofSeconds(4);
    private static final Duration LONGEST_STORAGE_WAIT = Duration.ofSeconds(2);
    private static final Duration BATCH_LOCK_WAIT = Duration.ofSeconds(1);

    private final ProcessingConfig config;

    Limits(ProcessingConfig config) {
        this.config = config;
    }

    /** Age before an unfinished event is taken over. */
    public Duration grace() {
        return config.recovery().grace();
    }

    /** Period of the sweeper. */
    public Duration every() {
        return config.recovery().every();
    }

    /** A package that took longer to stage is given up: its run has lost its right. */
    Duration staging() {
        return atMost(LONGEST_STAGING);
    }

    /** How long a run waits for a place at the storage; a run that gets none has done nothing. */
    Duration storageWait() {
        return lockWait().compareTo(LONGEST_STORAGE_WAIT) < 0 ? lockWait() : LONGEST_STORAGE_WAIT;
    }

    /** {@code idle_in_transaction_session_timeout} of the fulfilling transaction. */
    Duration idle() {
        return atMost(LONGEST_IDLE);
    }

    /** {@code lock_timeout} of every transaction that changes an event. */
    Duration lockWait() {
        return atMost(LONGEST_LOCK_WAIT);
    }

    /** The same, for each lock, in a transaction of many events: where one would wait longer, each goes its own way. */
    Duration batchLockWait() {
        return lockWait().compareTo(BATCH_LOCK_WAIT) < 0 ? lockWait() : BATCH_LOCK_WAIT;
    }

    /** Timeout of the surrounding JTA transaction in seconds: above the idle timeout, so the server acts first. */
    int transactionSeconds() {
        return (int) Math.max(5, grace().toSeconds());
    }

    private Duration atMost(Duration longest) {
        Duration part = grace().dividedBy(4);
        return part.compareTo(longest) < 0 ? part : longest;
    }
}
