package io.auditvisa.processing;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.auditvisa.event.EventRow;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A process whose clock is an hour off: it judges the age of requests by it, and nothing else; what replicas compare is database time. */
@QuarkusTest
@TestProfile(WrongClockTest.HourAhead.class)
class WrongClockTest {

    private static final Duration OFF = Duration.ofHours(1);

    /** The clock of this test only. */
    public static class HourAhead implements QuarkusTestProfile {
        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(WrongClock.class);
        }
    }

    /** Runs an hour ahead. */
    @Alternative
    @ApplicationScoped
    public static class WrongClock {

        @Produces
        @Singleton
        Clock clock() {
            return Clock.offset(Clock.systemUTC(), OFF);
        }
    }

    @Inject
    Events events;

    @Inject
    EventProcessor processor;

    @Test
    void onlyTheAgeOfARequestIsJudgedByTheProcess() {
        TestEvents event = TestEvents.plain();
        String body = "{\"id\":\"" + event.eventId() + "\",\"type\":\"invoice.paid\",\"data\":{\"object\":{}}}";

        post(body, Instant.now()).statusCode(400).body("code", equalTo("outside_replay_window"));
        post(body, Instant.now().plus(OFF)).statusCode(200).body("outcome", equalTo("processed"));

        EventRow row = events.byKey(event.key()).orElseThrow();
        Instant soon = Instant.now().plusSeconds(60);
        assertThat(row.createdAt()).isBefore(soon);
        assertThat(row.pins().issuedAt()).isBefore(soon);
        assertThat(row.result().firstProcessedAt()).isBefore(soon);
        assertThat(processor.takeUp(row.id(), "sweeper", "a test", false)).isEmpty();
    }

    private static io.restassured.response.ValidatableResponse post(String body, Instant signedAt) {
        return given().header("Stripe-Signature", StripeSigner.DEMO.header(body, signedAt))
                .contentType("application/json")
                .body(body)
                .post("/webhooks/stripe")
                .then();
    }
}
