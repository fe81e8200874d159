package io.auditvisa.processing;

import io.auditvisa.event.EventKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Wakes repeats of this process when a run of their event ends here; runs of other processes are found by polling. */
@ApplicationScoped
class Signals {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ConcurrentHashMap<EventKey, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

    void begin(EventKey key) {
        running.computeIfAbsent(key, ignored -> new CompletableFuture<>());
    }

    void end(EventKey key) {
        CompletableFuture<Void> ended = running.remove(key);
        if (ended != null) {
            ended.complete(null);
        }
    }

    /** Waits without a connection until a run of this event ends here, it is time to poll, or {@code deadline} (nano time). */
    void await(EventKey key, long deadline) {
        CompletableFuture<Void> end = running.getOrDefault(key, new CompletableFuture<>());
        long left = Math.max(deadline - System.nanoTime(), 1);
        try {
            end.get(Math.min(POLL_NANOS, left), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException pollAgain) {
            return;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
