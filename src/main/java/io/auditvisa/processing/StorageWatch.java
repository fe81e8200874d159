package io.auditvisa.processing;

import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.event.Effect;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers that the storage failed, so that new certificate events are turned away with nothing stored while it is down;
 * asked again at every one of them, so it recovers by itself. A storage that does not answer is down, too.
 */
@ApplicationScoped
class StorageWatch {

    private static final long LONGEST_LOOK_MILLIS = 2_000;

    private final DeliveryStorage storage;
    private final AtomicBoolean suspect = new AtomicBoolean();
    private final AtomicReference<@Nullable CompletableFuture<Boolean>> looking = new AtomicReference<>();

    StorageWatch(DeliveryStorage storage) {
        this.storage = storage;
    }

    /** Called when a run could not write its files. */
    void suspect() {
        suspect.set(true);
    }

    /** Whether an event with these effects could not be delivered now; answers within two seconds. */
    boolean isDownFor(Set<Effect> effects) {
        if (!suspect.get() || !effects.contains(Effect.CERTIFICATE)) {
            return false;
        }
        boolean writable = look().completeOnTimeout(false, LONGEST_LOOK_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        if (writable) {
            suspect.set(false);
        }
        return !writable;
    }

    /** One look at a time, however many ask: each that hangs would keep a thread. */
    private CompletableFuture<Boolean> look() {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        CompletableFuture<Boolean> underWay = looking.compareAndExchange(null, mine);
        if (underWay != null) {
            return underWay.copy();
        }
        Thread.ofVirtual().name("storage-watch").start(() -> {
            boolean writable = isWritable();
            looking.set(null);
            mine.complete(writable);
        });
        return mine.copy();
    }

    private boolean isWritable() {
        try {
            storage.checkWritable();
            return true;
        } catch (RuntimeException down) {
            return false;
        }
    }
}
