package io.auditvisa.bench;

import java.util.Arrays;
import java.util.List;

/** The times of one client, in nanoseconds. */
final class Latencies {

    private long[] nanos = new long[8_192];
    private int size;

    void add(long time) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        nanos[size++] = time;
    }

    int size() {
        return size;
    }

    static long[] sorted(List<Latencies> all) {
        long[] merged = new long[all.stream().mapToInt(Latencies::size).sum()];
        int at = 0;
        for (Latencies one : all) {
            System.arraycopy(one.nanos, 0, merged, at, one.size);
            at += one.size;
        }
        Arrays.sort(merged);
        return merged;
    }

    /** In milliseconds. */
    static double percentile(long[] sorted, double part) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int index = (int) Math.ceil(part * sorted.length) - 1;
        return sorted[Math.max(0, index)] / 1e6;
    }
}
