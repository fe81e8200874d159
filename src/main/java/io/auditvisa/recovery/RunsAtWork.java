package io.auditvisa.recovery;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The runs that sweeps have started, a few at once. A run that hangs, because its storage does not answer, keeps its place and
 * its event is not started again here; the others go on.
 */
final class RunsAtWork {

    private static final int AT_ONCE = 4;

    private final ExecutorService threads;
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Set<Long> events = ConcurrentHashMap.newKeySet();

    RunsAtWork(ExecutorService threads) {
        this.threads = threads;
    }

    /** Starts a run of the event unless one is at work here; false when no place became free in time. */
    boolean start(long event, Duration patience, Runnable run) throws InterruptedException {
        if (events.contains(event)) {
            return true;
        }
        if (!places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        events.add(event);
        try {
            threads.execute(() -> {
                try {
                    run.run();
                } finally {
                    leave(event);
                }
            });
            return true;
        } catch (RuntimeException refused) {
            leave(event);
            throw refused;
        }
    }

    private void leave(long event) {
        events.remove(event);
        places.release();
    }

    /** Waits until no run is at work; false when one still is in the end. */
    boolean awaitAll(Duration patience) throws InterruptedException {
        if (!places.tryAcquire(AT_ONCE, patience.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        places.release(AT_ONCE);
        return true;
    }

    /** The events whose runs are at work. */
    Set<Long> events() {
        return Set.copyOf(events);
    }
}
