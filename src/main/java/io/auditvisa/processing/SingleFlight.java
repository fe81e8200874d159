package io.auditvisa.processing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One leader per key talks to the database and settles all items that wait for the key in one go, so a hot key takes one
 * connection, not one per request. Leadership passes on after a batch: no request works for the others for ever.
 */
final class SingleFlight<K, I, R> {

    private static final int LARGEST_BATCH = 64;

    private final int largestBatch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, ArrayDeque<Ticket<I, R>>> waiting = new HashMap<>();

    SingleFlight() {
        this(LARGEST_BATCH);
    }

    SingleFlight(int largestBatch) {
        this.largestBatch = largestBatch;
    }

    /** Settles one item, alone or in a batch with others of its key; {@code settle} answers in the order of its items. */
    R submit(K key, I item, Function<List<I>, List<R>> settle) {
        Ticket<I, R> ticket = new Ticket<>(item, new CompletableFuture<>(), new CompletableFuture<>());
        if (!enter(key, ticket) && !ticket.leads.join()) {
            return result(ticket);
        }
        lead(key, settle);
        return result(ticket);
    }

    /** True when the caller leads at once. */
    private boolean enter(K key, Ticket<I, R> ticket) {
        lock.lock();
        try {
            ArrayDeque<Ticket<I, R>> queue = waiting.get(key);
            if (queue != null) {
                queue.add(ticket);
                return false;
            }
            ArrayDeque<Ticket<I, R>> started = new ArrayDeque<>();
            started.add(ticket);
            waiting.put(key, started);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Settles one batch, the leader's own item first, then hands over to the next waiting item if there is one. */
    private void lead(K key, Function<List<I>, List<R>> settle) {
        List<Ticket<I, R>> batch = take(key);
        try {
            List<R> results = settle.apply(batch.stream().map(Ticket::item).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).result.complete(results.get(i));
            }
        } catch (Throwable failure) {
            batch.forEach(ticket -> ticket.result.completeExceptionally(failure));
        } finally {
            handOver(key);
            batch.forEach(ticket -> ticket.leads.complete(false));
        }
    }

    private List<Ticket<I, R>> take(K key) {
        lock.lock();
        try {
            ArrayDeque<Ticket<I, R>> queue = waiting.get(key);
            List<Ticket<I, R>> batch = new ArrayList<>();
            while (queue != null && !queue.isEmpty() && batch.size() < largestBatch) {
                batch.add(queue.poll());
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void handOver(K key) {
        lock.lock();
        try {
            ArrayDeque<Ticket<I, R>> queue = waiting.get(key);
            if (queue == null || queue.isEmpty()) {
                waiting.remove(key);
            } else {
                // stays in the queue: it takes itself with the rest of the next batch
                queue.peek().leads.complete(true);
            }
        } finally {
            lock.unlock();
        }
    }

    private R result(Ticket<I, R> ticket) {
        try {
            return ticket.result.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    private record Ticket<I, R>(I item, CompletableFuture<Boolean> leads, CompletableFuture<R> result) {}
}
