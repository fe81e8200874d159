package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** AV-11: a run that hangs does not hold up the recovery of other events. */
class RunsAtWorkTest {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(10);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final RunsAtWork runs = new RunsAtWork(threads);
    private final CountDownLatch storageIsBack = new CountDownLatch(1);

    @AfterEach
    void letAllEnd() {
        storageIsBack.countDown();
        threads.close();
    }

    @Test
    void aRunThatHangsKeepsItsPlaceAndTheOthersGoOn() throws InterruptedException {
        CountDownLatch others = new CountDownLatch(20);
        assertThat(runs.start(1, LONG, this::hang)).isTrue();

        for (long event = 2; event <= 21; event++) {
            assertThat(runs.start(event, LONG, others::countDown)).isTrue();
        }

        assertThat(others.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(runs.awaitAll(SHORT)).isFalse();
        assertThat(runs.events()).containsExactly(1L);
        storageIsBack.countDown();
        assertThat(runs.awaitAll(LONG)).isTrue();
    }

    @Test
    void anEventWhoseRunHangsIsNotStartedAgainHere() throws InterruptedException {
        AtomicInteger second = new AtomicInteger();
        runs.start(1, LONG, this::hang);

        assertThat(runs.start(1, LONG, second::incrementAndGet)).isTrue();

        storageIsBack.countDown();
        assertThat(runs.awaitAll(LONG)).isTrue();
        assertThat(second).hasValue(0);
    }

    @Test
    void whenAllHangTheSweepIsToldInTime() throws InterruptedException {
        for (long event = 1; event <= 4; event++) {
            runs.start(event, LONG, this::hang);
        }

        assertThat(runs.start(5, SHORT, () -> {})).isFalse();
    }

    private void hang() {
        try {
            storageIsBack.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
