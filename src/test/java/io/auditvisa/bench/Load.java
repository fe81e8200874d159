package io.auditvisa.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Clients that send one after the other as fast as they are answered, each on its own connection and thread. */
final class Load implements AutoCloseable {

    private final List<Thread> threads = new ArrayList<>();
    private final List<Latencies> latencies = new ArrayList<>();
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean counts = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch connected;
    private volatile long begin;
    private volatile long end;

    private Load(int clients) {
        connected = new CountDownLatch(clients);
    }

    /** Starts clients; they work at once, and count from {@link #count()} on. */
    static Load start(Target target, Script script, int clients) throws InterruptedException {
        Load load = new Load(clients);
        for (int i = 0; i < clients; i++) {
            Latencies own = new Latencies();
            load.latencies.add(own);
            load.threads.add(Thread.ofPlatform().name("client-" + i).start(() -> load.run(target, script, own)));
        }
        load.connected.await();
        return load;
    }

    /** From now on, what ends is counted. */
    void count() {
        begin = System.nanoTime();
        counts.set(true);
    }

    private void run(Target target, Script script, Latencies own) {
        try (Client client = connect(target)) {
            while (!ended.get() && errors.isEmpty()) {
                long start = System.nanoTime();
                script.step(client, target.book());
                long time = System.nanoTime() - start;
                if (counts.get() && !ended.get()) {
                    own.add(time);
                }
            }
        } catch (Exception | Error failure) {
            errors.add(failure);
        }
    }

    private Client connect(Target target) throws Exception {
        try {
            return target.connect();
        } finally {
            connected.countDown();
        }
    }

    /** Ends the clients and gives the times of all, sorted; any error of any client voids the run. */
    long[] stop() throws InterruptedException {
        ended.set(true);
        end = System.nanoTime();
        for (Thread thread : threads) {
            thread.join();
        }
        @Nullable Throwable first = errors.peek();
        if (first != null) {
            throw new VoidRun(errors.size() + " clients failed, first: " + first.getMessage(), first);
        }
        return Latencies.sorted(latencies);
    }

    /** Length of the span in which was counted. */
    double seconds() {
        return (end - begin) / 1e9;
    }

    boolean isHealthy() {
        return errors.isEmpty();
    }

    /** How many steps have been counted so far, about. */
    long counted() {
        return latencies.stream().mapToLong(Latencies::size).sum();
    }

    @Override
    public void close() throws InterruptedException {
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The numbers of a run with an error mean nothing. */
    static final class VoidRun extends RuntimeException {
        VoidRun(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
