package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SingleFlightTest {

    private final SingleFlight<String, Integer, Integer> flights = new SingleFlight<>();

    @Test
    void whatWaitsForOneKeyIsSettledInBatchesEachItemOnce() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        List<Integer> seen = new ArrayList<>();

        List<Integer> results = AtOnce.times(
                64,
                i -> flights.submit("key", i, batch -> {
                    assertThat(inside.incrementAndGet()).isEqualTo(1);
                    calls.incrementAndGet();
                    seen.addAll(batch);
                    sleep(20);
                    inside.decrementAndGet();
                    return batch.stream().map(item -> item * 2).toList();
                }));

        assertThat(results)
                .containsExactlyElementsOf(numbers(64).stream().map(i -> i * 2).toList());
        assertThat(seen).hasSize(64).doesNotHaveDuplicates();
        assertThat(calls.get()).isLessThan(32);
    }

    @Test
    void aSlowKeyDoesNotHoldUpAnother() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> slow = threads.submit(() -> flights.submit("slow", 1, batch -> {
                await(release);
                return batch;
            }));

            assertThat(flights.submit("other", 2, batch -> batch)).isEqualTo(2);

            release.countDown();
            assertThat(slow.get()).isEqualTo(1);
        }
    }

    @Test
    void aFailureReachesItsBatchAndTheKeyGoesOn() {
        assertThatThrownBy(() -> flights.submit("key", 1, batch -> {
                    throw new IllegalStateException("no database");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no database");

        assertThat(flights.submit("key", 2, batch -> batch)).isEqualTo(2);
    }

    private static List<Integer> numbers(int count) {
        return java.util.stream.IntStream.range(0, count).boxed().toList();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
