package io.auditvisa.processing;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import io.auditvisa.testing.Eventually;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** AV-10: a hot key on a pool of eight; nobody waits for a second connection, and other keys go on. */
@QuarkusTest
@TestProfile(SmallPoolTest.PoolOfEight.class)
class SmallPoolTest {

    /** What eight connections give the processing; two are left to others. */
    private static final int TURNS = 6;

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

    @Inject
    Database database;

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

    /** Contract: 503 {@code overloaded}, nothing stored; operators are told the same. */
    @Test
    void whoWaitsTooLongForATurnIsToldToComeBack() throws Exception {
        CountDownLatch atWork = new CountDownLatch(TURNS);
        CountDownLatch over = new CountDownLatch(1);
        List<Future<Response>> answers;
        TestEvents event = TestEvents.plain();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < TURNS; i++) {
                threads.submit(() -> database.statement(connection -> {
                    atWork.countDown();
                    return awaited(over);
                }));
            }
            assertThat(awaited(atWork)).isTrue();
            answers = List.of(
                    threads.submit(() -> event.post()),
                    threads.submit(() ->
                            given().header("Authorization", "Bearer dev-token").get("/api/v1/sources")));
            for (Future<Response> answer : answers) {
                answer.get(14, TimeUnit.SECONDS)
                        .then()
                        .statusCode(503)
                        .header("Retry-After", notNullValue())
                        .body("code", equalTo("overloaded"));
            }
            over.countDown();
        }

        assertThat(events.byKey(event.key())).isEmpty();
        event.post().then().statusCode(200);
    }

    /** Also where nobody asks the database for a turn, because an event waits for company. */
    @Test
    void whenTooManyAreAtWorkTheNextIsTurnedAwayAtOnce() throws Exception {
        int tooMany = 50;
        CountDownLatch atWork = new CountDownLatch(TURNS);
        CountDownLatch over = new CountDownLatch(1);
        Queue<Outcome> answers = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < TURNS; i++) {
                threads.submit(() -> database.statement(connection -> {
                    atWork.countDown();
                    return awaited(over);
                }));
            }
            assertThat(awaited(atWork)).isTrue();

            for (int i = 0; i < EventProcessor.MOST_AT_WORK + tooMany; i++) {
                threads.submit(
                        () -> answers.add(processor.process(TestEvents.plain().arrival())));
            }

            Eventually.holds("some are turned away", Duration.ofSeconds(8), () -> answers.size() >= tooMany);
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer)
                            .isInstanceOfSatisfying(
                                    Outcome.Unavailable.class,
                                    refused -> assertThat(refused.code()).isEqualTo("overloaded")));
            over.countDown();
        }

        TestEvents.plain().post().then().statusCode(200);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
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
