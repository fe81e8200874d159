package io.auditvisa.processing;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.Payload;
import io.auditvisa.event.Sha256;
import io.auditvisa.testing.StripeSigner;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;

/** Verified arrivals as the sources would hand them over. */
record TestEvents(
        String eventId, Set<Effect> effects, String content, String fact, Failure refusal, String canonicalRef) {

    static TestEvents certificate() {
        return new TestEvents(newId(), Set.of(Effect.CERTIFICATE, Effect.NOTIFICATION), "{\"a\":1}", null, null, null);
    }

    static TestEvents plain() {
        return new TestEvents(newId(), Set.of(), "{\"a\":1}", null, null, null);
    }

    static String newId() {
        return "evt_" + UUID.randomUUID().toString().replace("-", "");
    }

    TestEvents withContent(String other) {
        return new TestEvents(eventId, effects, other, fact, refusal, canonicalRef);
    }

    TestEvents withFact(String shared) {
        return new TestEvents(eventId, effects, content, shared, refusal, canonicalRef);
    }

    TestEvents refused(String code) {
        return new TestEvents(eventId, effects, content, fact, new Failure(code, "refused by the test"), canonicalRef);
    }

    TestEvents thinOf(String ref) {
        return new TestEvents(eventId, effects, content, fact, refusal, ref);
    }

    EventKey key() {
        return new EventKey("stripe", eventId);
    }

    /** The same event over HTTP, to the demonstration's source, by Stripe's rules: a certificate if there are effects. */
    Response post() {
        String type = effects.contains(Effect.CERTIFICATE) ? "checkout.session.completed" : "customer.created";
        String body = """
                {"id": "%s", "object": "event", "livemode": false, "type": "%s",
                 "data": {"object": {"id": "cs_%s", "object": "checkout.session", "amount_total": 4900, "currency": "usd",
                  "payment_status": "paid", "metadata": {"target": "https://site.example/"}}}}""".formatted(eventId, type, eventId);
        return RestAssured.given()
                .header(StripeSigner.HEADER, StripeSigner.DEMO.header(body, Instant.now()))
                .contentType("application/json")
                .body(body)
                .post("/webhooks/stripe");
    }

    IncomingEvent arrival() {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        Business business = new Business(
                "cs_test_1",
                "https://site.example/page",
                null,
                null,
                "AuditVisa Standard",
                null,
                1000L,
                "usd",
                null,
                null);
        return new IncomingEvent(
                key(),
                "checkout.session.completed",
                true,
                new Payload(bytes, Sha256.of(bytes), Sha256.of(bytes), Set.of(), null),
                business,
                effects,
                refusal,
                fact,
                canonicalRef,
                false,
                new IncomingEvent.Receipt(UUID.randomUUID().toString(), now, now, "v1", Sha256.hexOf("test")));
    }
}
