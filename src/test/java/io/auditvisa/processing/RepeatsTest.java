package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.EventRow;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The reuse step by itself: the processor would hide its failure behind the long way. */
@QuarkusTest
class RepeatsTest {

    @Inject
    Repeats repeats;

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Inject
    SourceStates states;

    @Test
    void aFinishedEventIsReusedAndAnythingElseIsLeftToTheClaim() {
        TestEvents finished = TestEvents.plain();
        processor.process(finished.arrival());

        Optional<EventRow> repeat = repeats.reuse(finished.arrival());

        assertThat(repeat.orElseThrow().history().arrivals()).isEqualTo(2);
        assertThat(repeats.reuse(finished.withContent("{\"a\":2}").arrival())).isEmpty();
        assertThat(repeats.reuse(TestEvents.plain().arrival())).isEmpty();
        assertThat(events.byKey(finished.key()).orElseThrow().history().arrivals())
                .isEqualTo(2);
    }

    @Test
    void aPausedSourceReusesNothing() {
        TestEvents finished = TestEvents.plain();
        processor.process(finished.arrival());

        states.pause("stripe", "test", "a test");
        try {
            assertThat(repeats.reuse(finished.arrival())).isEmpty();
        } finally {
            states.resume("stripe", "test", "a test");
        }
    }

    @Test
    void repeatsOfManyEventsAtOnceAreEachStoredOnTheirOwnEvent() throws Exception {
        List<TestEvents> finished =
                IntStream.range(0, 40).mapToObj(i -> TestEvents.plain()).toList();
        finished.forEach(event -> processor.process(event.arrival()));

        List<Optional<EventRow>> reused =
                AtOnce.times(40, i -> repeats.reuse(finished.get(i).arrival()));

        for (int i = 0; i < finished.size(); i++) {
            EventRow row = reused.get(i).orElseThrow();
            assertThat(row.key()).isEqualTo(finished.get(i).key());
            assertThat(row.history().arrivals()).isEqualTo(2);
        }
    }
}
