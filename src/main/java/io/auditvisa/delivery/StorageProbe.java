package io.auditvisa.delivery;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Asks whether the storage takes files, in bounded time: a storage that does not answer is down, too. */
@ApplicationScoped
public class StorageProbe {

    private static final long LONGEST_LOOK_MILLIS = 2_000;

    private final DeliveryStorage storage;
    private final AtomicReference<@Nullable CompletableFuture<Optional<String>>> looking = new AtomicReference<>();

    StorageProbe(DeliveryStorage storage) {
        this.storage = storage;
    }

    /** What is wrong with it, for the log; empty when packages can be written. */
    public Optional<String> trouble() {
        return look().completeOnTimeout(
                        Optional.of("the storage of deliveries does not answer"),
                        LONGEST_LOOK_MILLIS,
                        TimeUnit.MILLISECONDS)
                .join();
    }

    /** One look at a time, however many ask: each that hangs would keep a thread. */
    private CompletableFuture<Optional<String>> look() {
        CompletableFuture<Optional<String>> mine = new CompletableFuture<>();
        CompletableFuture<Optional<String>> underWay = looking.compareAndExchange(null, mine);
        if (underWay != null) {
            return underWay.copy();
        }
        Thread.ofVirtual().name("storage-probe").start(() -> {
            try {
                mine.complete(check());
            } catch (Throwable failure) {
                mine.complete(Optional.of(failure.toString()));
            } finally {
                looking.set(null);
            }
        });
        return mine.copy();
    }

    private Optional<String> check() {
        try {
            storage.checkWritable();
            return Optional.empty();
        } catch (RuntimeException down) {
            return Optional.of(String.valueOf(down.getMessage()));
        }
    }
}
