package io.auditvisa.processing;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/**
 * A process whose clock is an hour off: it judges the age of requests by it, and nothing else; what replicas compare is
 * database time, here that of a correct clock.
 */
abstract class WrongClock {

    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private static final String OFFSET = "test.clock-offset";

    /** A sweep a second, and a busy machine. */
    private static final Duration SWEPT = Duration.ofSeconds(4);

    /** A clock that is off, a short grace, and a sweep that is due soon after it. */
    abstract static class Off implements QuarkusTestProfile {

        private final Duration off;

        Off(Duration off) {
            this.off = off;
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    OFFSET,
                    off.toString(),
                    "auditvisa.recovery.grace",
                    GRACE.toSeconds() + "s",
                    "auditvisa.recovery.every",
                    "1s");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(ClockThatIsOff.class);
        }
    }

    /** Produces it. */
    @Alternative
    @ApplicationScoped
    public static class ClockThatIsOff {

        @Produces
        @Singleton
        Clock clock(@ConfigProperty(name = OFFSET) Duration off) {
            return Clock.offset(Clock.systemUTC(), off);
        }
    }

    @ConfigProperty(name = OFFSET)
    Duration off;

    @Inject
    Events events;

    @Inject
    Claims claims;

    @Test
    void theAgeOfARequestIsJudgedByTheProcess() {
        Instant here = Instant.now().plus(off);

        for (Duration age : List.of(WINDOW.negated(), WINDOW)) {
            Instant edge = here.minus(age);
            post(edge.plus(age.dividedBy(10))).statusCode(200).body("outcome", equalTo("processed"));
            post(edge.minus(age.dividedBy(10))).statusCode(400).body("code", equalTo("outside_replay_window"));
        }
        post(Instant.now()).statusCode(400).body("code", equalTo("outside_replay_window"));
    }

    @Test
    void nothingThatIsStoredIsAnHourOffButTheReceipt() {
        TestEvents event = TestEvents.certificate();
        Instant receipt = Instant.now().plus(off);

        post(event, receipt).statusCode(200).body("outcome", equalTo("processed"));

        EventRow row = events.byKey(event.key()).orElseThrow();
        assertThat(List.of(row.createdAt(), row.pins().issuedAt(), row.result().firstProcessedAt()))
                .allSatisfy(time -> assertThat(time).isCloseTo(Instant.now(), within(60)));
        JsonPath audit = audit(row);
        assertThat(audit.<String>getList("transitions.at"))
                .allSatisfy(at -> assertThat(Instant.parse(at)).isCloseTo(Instant.now(), within(60)));
        assertThat(Instant.parse(audit.getString("arrivals[0].arrived_at"))).isCloseTo(receipt, within(60));
    }

    @Test
    void aRunThatDiedIsTakenOverAfterTheGraceOfDatabaseTime() throws InterruptedException {
        TestEvents event = TestEvents.certificate();
        claims.settle(List.of(Arrival.of(event.arrival()))); // claimed, and nobody carries it out
        EventRow dead = events.byKey(event.key()).orElseThrow();
        assertThat(dead.status()).isEqualTo(EventStatus.PROCESSING);
        assertThat(dead.run().dueAt()).isCloseTo(dead.createdAt().plus(GRACE), within(1));

        EventRow ended = awaitEnd(event);

        Instant takenOver = Instant.parse(audit(ended).getString("transitions[1].at"));
        assertThat(ended.status()).isEqualTo(EventStatus.PROCESSED);
        assertThat(takenOver).isBetween(dead.run().dueAt(), dead.run().dueAt().plus(SWEPT));
        assertThat(ended.pins().issuedAt()).isEqualTo(dead.pins().issuedAt());
    }

    private EventRow awaitEnd(TestEvents event) throws InterruptedException {
        EventRow row = events.byKey(event.key()).orElseThrow();
        for (int i = 0; i < 400 && row.status() == EventStatus.PROCESSING; i++) {
            Thread.sleep(50);
            row = events.byKey(event.key()).orElseThrow();
        }
        return row;
    }

    private static org.assertj.core.data.TemporalUnitOffset within(int seconds) {
        return org.assertj.core.api.Assertions.within(seconds, ChronoUnit.SECONDS);
    }

    private static JsonPath audit(EventRow row) {
        return given().header("Authorization", "Bearer dev-token")
                .get("/api/v1/events/" + row.key().ref() + "/audit")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static ValidatableResponse post(Instant signedAt) {
        return post(TestEvents.plain(), signedAt);
    }

    private static ValidatableResponse post(TestEvents event, Instant signedAt) {
        String type = event.effects().isEmpty() ? "invoice.paid" : "checkout.session.completed";
        String body = """
                {"id":"%s","type":"%s","livemode":true,"data":{"object":{"id":"cs_%s","payment_status":"paid","amount_total":100,
                "currency":"usd","metadata":{"target":"https://site.example/"}}}}""".formatted(event.eventId(), type, event.eventId());
        return given().header("Stripe-Signature", StripeSigner.DEMO.header(body, signedAt))
                .contentType("application/json")
                .body(body)
                .post("/webhooks/stripe")
                .then();
    }
}
