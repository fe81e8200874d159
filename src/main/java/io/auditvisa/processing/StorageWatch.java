package io.auditvisa.processing;

import io.auditvisa.delivery.StorageException;
import io.auditvisa.delivery.StorageProbe;
import io.auditvisa.event.Effect;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Keeps a storage that fails or hangs from holding up anything but certificates: runs work on it a bounded number at a time, and
 * once it failed or one of them takes too long, new certificate events are turned away with nothing stored while it is down.
 * It is asked again at every one of them, so it recovers by itself.
 */
@ApplicationScoped
class StorageWatch {

    /** Packages written at a time in this process; each that hangs keeps a thread. */
    private static final int MOST_STAGING = 64;

    private final StorageProbe probe;
    private final Duration longest;
    private final Semaphore staging = new Semaphore(MOST_STAGING, true);
    private final Semaphore recording;
    private final Map<Object, Long> begun = new ConcurrentHashMap<>();
    private final AtomicBoolean suspect = new AtomicBoolean();

    StorageWatch(StorageProbe probe, Limits limits, Database database) {
        this.probe = probe;
        this.longest = limits.staging();
        this.recording = new Semaphore(Math.max(1, database.places() / 2), true);
    }

    /** Writes files, holding no connection; {@link StorageException} when others hang and no place becomes free in time. */
    <T> T staging(Supplier<T> work) {
        return in(staging, work);
    }

    /** Publishes files in a transaction: half of the database's places are left to runs that need no storage. */
    <T> T recording(Supplier<T> work) {
        return in(recording, work);
    }

    private <T> T in(Semaphore places, Supplier<T> work) {
        enter(places);
        Object id = new Object();
        begun.put(id, System.nanoTime());
        try {
            return work.get();
        } finally {
            begun.remove(id);
            places.release();
        }
    }

    private void enter(Semaphore places) {
        try {
            if (places.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new StorageException("the storage of deliveries does not answer in time");
    }

    /** Called when a run could not write its files. */
    void suspect() {
        suspect.set(true);
    }

    /** Whether an event with these effects could not be delivered now; answers within two seconds. */
    boolean isDownFor(Set<Effect> effects) {
        if (!effects.contains(Effect.CERTIFICATE) || !(suspect.get() || isOverdue())) {
            return false;
        }
        boolean down = probe.trouble().isPresent();
        suspect.set(down);
        return down;
    }

    private boolean isOverdue() {
        long now = System.nanoTime();
        return begun.values().stream().anyMatch(since -> now - since > longest.toNanos());
    }
}
