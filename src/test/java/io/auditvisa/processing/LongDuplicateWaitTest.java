package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** AV-5.6: a repeat is told 202 after the configured wait, however long that is, and is stored by then. */
@QuarkusTest
@TestProfile(LongDuplicateWaitTest.Patient.class)
class LongDuplicateWaitTest {

    /** Longer than an arrival may take without a run at work. */
    public static class Patient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("auditvisa.duplicate-wait", "13s", "auditvisa.recovery.grace", "120s");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(HangingStorageTest.StorageThatHangs.class);
        }
    }

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Test
    void aRepeatIsStoredWhenItIsToldToComeBack() throws Exception {
        TestEvents event = TestEvents.certificate();
        CountDownLatch hanging = HangingStorageTest.StorageThatHangs.hang(1);
        CompletableFuture<Outcome> first = CompletableFuture.supplyAsync(() -> processor.process(event.arrival()));
        assertThat(hanging.await(20, TimeUnit.SECONDS)).isTrue();

        Outcome repeat = processor.process(event.arrival());

        int arrivals = events.byKey(event.key()).orElseThrow().history().arrivals();
        HangingStorageTest.StorageThatHangs.letGo();
        assertThat(repeat).isInstanceOf(Outcome.Pending.class);
        assertThat(arrivals).isEqualTo(2);
        assertThat(first.get(20, TimeUnit.SECONDS)).isNotInstanceOf(Outcome.Unavailable.class);
    }
}
