package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.delivery.Publication;
import io.auditvisa.event.EventRow;
import io.auditvisa.testing.Eventually;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A storage that stands still for a long time, as a file server that went away: it costs a bounded number of threads. */
@QuarkusTest
@TestProfile(StalledStorageTest.Stalled.class)
class StalledStorageTest {

    private static final int MOST_STAGING = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A grace of eight seconds, so a run may stage for two. */
    public static class Stalled implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("auditvisa.recovery.grace", "8s", "auditvisa.recovery.every", "1h");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(StallingStorage.class);
        }
    }

    /** The real storage, until it stands still. */
    @Alternative
    @ApplicationScoped
    public static class StallingStorage extends ForwardingStorage {

        static volatile CountDownLatch goesOn = new CountDownLatch(0);
        static volatile CountDownLatch publishing = new CountDownLatch(0);
        static final AtomicInteger HELD_UP = new AtomicInteger();

        @Override
        public void stage(String slug, UUID runId, Map<String, byte[]> content) {
            HELD_UP.incrementAndGet();
            standStill(goesOn);
            HELD_UP.decrementAndGet();
            super.stage(slug, runId, content);
        }

        @Override
        public void discard(String slug, UUID runId) {
            standStill(goesOn);
            super.discard(slug, runId);
        }

        @Override
        public void checkWritable() {
            standStill(goesOn);
            super.checkWritable();
        }

        @Override
        public Publication publish(String slug, UUID runId) {
            standStill(publishing);
            return super.publish(slug, runId);
        }

        private static void standStill(CountDownLatch until) {
            try {
                until.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Inject
    Run run;

    /** Only the rename hangs: what is staged already waits in company, with two connections in all. */
    @Test
    void whenThePublishingHangsTheStorageIsSuspectedToo() throws Exception {
        StallingStorage.publishing = new CountDownLatch(1);
        List<Outcome> outcomes =
                AtOnce.times(16, i -> processor.process(TestEvents.certificate().arrival()));
        assertThat(outcomes).allMatch(Outcome.Pending.class::isInstance);
        StallingStorage.goesOn = new CountDownLatch(1);

        Outcome refused = processor.process(TestEvents.certificate().arrival());

        assertThat(refused).isInstanceOf(Outcome.Unavailable.class);
        assertThat(processor.process(TestEvents.plain().arrival())).isInstanceOf(Outcome.Processed.class);
    }

    @AfterEach
    void goOn() {
        StallingStorage.goesOn.countDown();
        StallingStorage.publishing.countDown();
        Eventually.holds("nobody is held up", PATIENCE, () -> StallingStorage.HELD_UP.get() == 0);
    }

    @Test
    void whenOneRunHangsTooLongNewCertificatesAreTurnedAwayAndOthersAreProcessed() throws Exception {
        processor.process(TestEvents.certificate().arrival());
        TestEvents hanging = TestEvents.certificate();
        StallingStorage.goesOn = new CountDownLatch(1);
        assertThat(processor.process(hanging.arrival())).isInstanceOf(Outcome.Pending.class);

        TestEvents turnedAway = TestEvents.certificate();
        Outcome refused = processor.process(turnedAway.arrival());
        Outcome other = processor.process(TestEvents.plain().arrival());

        assertThat(refused)
                .isInstanceOfSatisfying(
                        Outcome.Unavailable.class,
                        unavailable -> assertThat(unavailable.code()).isEqualTo("storage_unavailable"));
        assertThat(other).isInstanceOf(Outcome.Processed.class);
        StallingStorage.goesOn.countDown();
        Eventually.holds(
                "what was turned away is taken",
                PATIENCE,
                () -> processor.process(turnedAway.arrival()) instanceof Outcome.Processed);
        Eventually.holds(
                "what hung is finished",
                PATIENCE,
                () -> processor.process(hanging.arrival()) instanceof Outcome.Reused);
    }

    /** Also at its end, when there is nothing to tidy up. */
    @Test
    void aRunOfRowsAloneDoesNotTouchTheStorage() throws Exception {
        TestEvents plain = TestEvents.plain();
        processor.process(plain.arrival());
        EventRow row = events.byKey(plain.key()).orElseThrow();
        StallingStorage.goesOn = new CountDownLatch(1);

        CompletableFuture<Fulfilment.End> end =
                CompletableFuture.supplyAsync(() -> run.carryOut(row, UUID.randomUUID()));

        assertThat(end.get(10, TimeUnit.SECONDS)).isInstanceOf(Fulfilment.End.Fenced.class);
    }

    @Test
    void aBurstOnAStalledStorageHoldsUpABoundedNumberOfRuns() throws Exception {
        List<TestEvents> burst = new ArrayList<>();
        IntStream.range(0, MOST_STAGING + 16).forEach(i -> burst.add(TestEvents.certificate()));
        StallingStorage.goesOn = new CountDownLatch(1);

        List<Outcome> outcomes =
                AtOnce.times(burst.size(), i -> processor.process(burst.get(i).arrival()));

        assertThat(outcomes).noneMatch(Outcome.Processed.class::isInstance);
        assertThat(StallingStorage.HELD_UP).hasValueLessThanOrEqualTo(MOST_STAGING);
        StallingStorage.goesOn.countDown();
        for (TestEvents event : burst) {
            Eventually.holds("each is finished once", PATIENCE, () -> {
                processor.process(event.arrival());
                return processor.process(event.arrival()) instanceof Outcome.Reused;
            });
        }
    }
}
