package io.auditvisa.event;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * Calls one piece of work again and again, one call at a time, by the monotonic clock. Quarkus' scheduler goes by the wall
 * clock: where that is set back by an hour, it stands still for an hour, and so would recovery.
 */
public final class Heartbeat {

    private static final Logger LOG = Logger.getLogger(Heartbeat.class);
    private static final Duration LONGEST_BEGINNING = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final Runnable work;
    private final long everyNanos;
    private final Thread thread;
    private volatile boolean stopped;

    private Heartbeat(String name, Duration every, Runnable work) {
        this.work = work;
        this.everyNanos = Math.max(every.toNanos(), SHORTEST.toNanos());
        this.thread = Thread.ofVirtual().name(name).unstarted(this::beat);
    }

    /** Begins at once, but lets the start of the application end first; a call that takes too long only delays the next. */
    public static Heartbeat start(String name, Duration every, Runnable work) {
        Heartbeat heartbeat = new Heartbeat(name, every, work);
        heartbeat.thread.start();
        return heartbeat;
    }

    /** No call begins any more; one that is at work goes on. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void beat() {
        long next = System.nanoTime() + Math.min(everyNanos, LONGEST_BEGINNING.toNanos());
        while (true) {
            for (long left = next - System.nanoTime(); left > 0 && !stopped; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (stopped) {
                return;
            }
            call();
            next = System.nanoTime() + Math.max(0, next + everyNanos - System.nanoTime());
        }
    }

    /** Also after an error: a beat that ended with one would never be missed, and nothing recovered any more. */
    private void call() {
        try {
            work.run();
        } catch (RuntimeException failure) {
            LOG.warnf("%s goes on next time: %s", thread.getName(), failure);
        } catch (Error error) {
            LOG.errorf(error, "%s goes on next time", thread.getName());
        }
    }
}
