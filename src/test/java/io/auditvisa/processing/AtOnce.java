package io.auditvisa.processing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Does something many times at once. */
final class AtOnce {

    private AtOnce() {}

    /** The results by number, from 0. */
    static <T> List<T> times(int count, IntFunction<T> task) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> calls = IntStream.range(0, count)
                    .mapToObj(i -> (Callable<T>) () -> task.apply(i))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        }
    }
}
