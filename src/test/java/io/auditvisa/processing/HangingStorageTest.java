package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** AV-10.3, design "stage: no connection held": a storage that hangs for one event does not slow the others. */
@QuarkusTest
@TestProfile(HangingStorageTest.SlowStaging.class)
class HangingStorageTest {

    private static final int RUNS = 8;

    /** A pool so small that hanging runs would starve it if they held connections. */
    public static class SlowStaging implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.datasource.jdbc.max-size", "4");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(StorageThatHangs.class);
        }
    }

    /** The real storage; the next so many stagings of arrivals hang until they are let go, those of the sweeper do not. */
    @Alternative
    @ApplicationScoped
    public static class StorageThatHangs extends ForwardingStorage {

        private static final AtomicInteger TO_HANG = new AtomicInteger();
        private static volatile CountDownLatch hanging = new CountDownLatch(0);
        private static volatile CountDownLatch letGo = new CountDownLatch(0);

        /** The latch reaches zero when so many hang. */
        static CountDownLatch hang(int stagings) {
            hanging = new CountDownLatch(stagings);
            letGo = new CountDownLatch(1);
            TO_HANG.set(stagings);
            return hanging;
        }

        static void letGo() {
            letGo.countDown();
        }

        @Override
        public void stage(String slug, UUID runId, Map<String, byte[]> content) {
            boolean ofArrival = Thread.currentThread().getName().startsWith("event-");
            if (ofArrival && TO_HANG.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                hanging.countDown();
                try {
                    letGo.await();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            super.stage(slug, runId, content);
        }
    }

    @Inject
    EventProcessor processor;

    @Test
    void eightHangingRunsHoldNoConnectionAndTheirRepeatsAreAnsweredInTime() throws Exception {
        processor.process(TestEvents.certificate().arrival());
        TestEvents hanging = TestEvents.certificate();
        CountDownLatch hung = StorageThatHangs.hang(RUNS);
        CompletableFuture<?>[] runs = new CompletableFuture<?>[RUNS];
        CompletableFuture<Outcome> first = inBackground(hanging);
        runs[0] = first;
        for (int i = 1; i < runs.length; i++) {
            runs[i] = inBackground(TestEvents.certificate());
        }
        assertThat(hung.await(20, TimeUnit.SECONDS)).isTrue();

        Outcome other = processor.process(TestEvents.certificate().arrival());
        Outcome repeat = processor.process(hanging.arrival());
        boolean allHungOn = Stream.of(runs).noneMatch(CompletableFuture::isDone);
        StorageThatHangs.letGo();

        assertThat(other).isInstanceOf(Outcome.Processed.class);
        assertThat(repeat).isInstanceOf(Outcome.Pending.class);
        assertThat(allHungOn).isTrue();
        assertThat(first.get(20, TimeUnit.SECONDS)).isInstanceOf(Outcome.Processed.class);
        CompletableFuture.allOf(runs).get(20, TimeUnit.SECONDS);
        Outcome later = processor.process(hanging.arrival());
        assertThat(later).isInstanceOf(Outcome.Reused.class);
        assertThat(((Outcome.Reused) later).record().arrivals()).isEqualTo(3);
    }

    private CompletableFuture<Outcome> inBackground(TestEvents event) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(processor.process(event.arrival()));
            } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
            }
        });
        return outcome;
    }
}
