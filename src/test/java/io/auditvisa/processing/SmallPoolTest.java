package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** AV-10: a hot key on a pool of eight; nobody waits for a second connection, and other keys go on. */
@QuarkusTest
@TestProfile(SmallPoolTest.PoolOfEight.class)
class SmallPoolTest {

    /** The pool that the whole application shares. */
    public static class PoolOfEight implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.datasource.jdbc.max-size", "8");
        }
    }

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Test
    void sixtyFourRepeatsOfOneKeyAreAllStoredWhileEightOthersProceed() throws Exception {
        TestEvents hot = TestEvents.certificate();
        processor.process(hot.arrival());
        processor.process(TestEvents.certificate().arrival());
        List<TestEvents> others =
                IntStream.range(0, 8).mapToObj(i -> TestEvents.certificate()).toList();

        List<Outcome> outcomes = AtOnce.times(
                72,
                i -> processor.process(
                        i < 64 ? hot.arrival() : others.get(i - 64).arrival()));

        assertThat(outcomes.subList(0, 64)).allMatch(Outcome.Reused.class::isInstance);
        assertThat(outcomes.subList(64, 72)).allMatch(Outcome.Processed.class::isInstance);
        assertThat(events.byKey(hot.key()).orElseThrow().history().arrivals()).isEqualTo(65);
    }

    @Test
    void sixtyFourNewEventsAtOnceAreAllProcessed() throws Exception {
        long start = System.nanoTime();

        List<Outcome> outcomes =
                AtOnce.times(64, i -> processor.process(TestEvents.certificate().arrival()));

        assertThat(outcomes).allMatch(Outcome.Processed.class::isInstance);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }
}
