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
    private final Limits limits;
    private final Semaphore staging = new Semaphore(MOST_STAGING, true);
    private final Semaphore recording;
    private final Map<Object, Long> begun = new ConcurrentHashMap<>();
    private final AtomicBoolean suspect = new AtomicBoolean();

    StorageWatch(StorageProbe probe, Limits limits, Database database) {
        this.probe = probe;
        this.limits = limits;
        this.recording = new Semaphore(Math.max(1, (database.places() - CertificateBatch.LANES) / 2), true);
    }

    /** No place became free in time: nothing was done. */
    static final class NoPlace extends StorageException {
        private static final long serialVersionUID = 1L;

        NoPlace() {
            super("the storage of deliveries is busy, or does not answer");
        }
    }

    /** Writes files, holding no connection. */
    <T> T staging(Supplier<T> work) {
        return in(staging, limits.storageWait(), work);
    }

    /** Publishes files in a transaction: half of the database's places, or more, are left to runs that need no storage. */
    <T> T recording(Supplier<T> work) {
        return in(recording, limits.lockWait(), work);
    }

    private <T> T in(Semaphore places, Duration patience, Supplier<T> work) {
        enter(places, patience);
        try {
            return watched(work);
        } finally {
            places.release();
        }
    }

    /** Work that is bounded elsewhere; as long as it takes too long, the storage is suspected. */
    <T> T watched(Supplier<T> work) {
        Object id = new Object();
        begun.put(id, System.nanoTime());
        try {
            return work.get();
        } finally {
            begun.remove(id);
        }
    }

    private static void enter(Semaphore places, Duration patience) {
        try {
            if (places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new NoPlace();
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
        long longest = limits.staging().toNanos();
        return begun.values().stream().anyMatch(since -> now - since > longest);
    }
}
