package io.auditvisa.bench;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The events a database holds, by kind. */
final class Book {

    private final ConcurrentHashMap<EventKind, Pages> kinds = new ConcurrentHashMap<>();

    /** Number of a new event. */
    long next(EventKind kind) {
        return pages(kind).next.getAndIncrement();
    }

    /** This event is processed. */
    void done(EventKind kind, long n) {
        pages(kind).add(n);
    }

    int size(EventKind kind) {
        return pages(kind).size;
    }

    /** Any processed event. */
    long any(EventKind kind) {
        Pages pages = pages(kind);
        return pages.done[ThreadLocalRandom.current().nextInt(pages.size)];
    }

    private Pages pages(EventKind kind) {
        return kinds.computeIfAbsent(kind, ignored -> new Pages());
    }

    private static final class Pages {

        private final AtomicLong next = new AtomicLong(1);
        private volatile long[] done = new long[4_096];
        private volatile int size;

        synchronized void add(long n) {
            if (size == done.length) {
                done = Arrays.copyOf(done, size * 2);
            }
            done[size] = n;
            size = size + 1;
        }
    }
}
