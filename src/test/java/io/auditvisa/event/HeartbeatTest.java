package io.auditvisa.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps recovery going, whatever the wall clock does. */
class HeartbeatTest {

    private static final Duration EVERY = Duration.ofMillis(100);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itGoesOnAfterAFailure(boolean asError) throws InterruptedException {
        CountDownLatch calls = new CountDownLatch(3);

        Heartbeat heartbeat = Heartbeat.start("test", EVERY, () -> {
            calls.countDown();
            if (asError) {
                throw new StackOverflowError("of the test");
            }
            throw new IllegalStateException("of the test");
        });

        assertThat(calls.await(10, TimeUnit.SECONDS)).isTrue();
        heartbeat.stop();
    }

    @Test
    void aLongCallIsNeverCalledBesideItself() throws InterruptedException {
        AtomicInteger atWork = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch calls = new CountDownLatch(3);

        Heartbeat heartbeat = Heartbeat.start("test", EVERY, () -> {
            most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
            sleep(250);
            atWork.decrementAndGet();
            calls.countDown();
        });

        assertThat(calls.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(1);
        heartbeat.stop();
    }

    @Test
    void afterItsStopNothingIsCalled() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Heartbeat heartbeat = Heartbeat.start("test", EVERY, calls::incrementAndGet);

        heartbeat.stop();

        Thread.sleep(300);
        assertThat(calls.get()).isLessThanOrEqualTo(1);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
