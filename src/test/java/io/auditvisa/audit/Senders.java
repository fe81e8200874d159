package io.auditvisa.audit;

import static io.restassured.RestAssured.given;

import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Senders of the demo sources, over HTTP. */
final class Senders {

    private Senders() {}

    static String newId() {
        return "evt_" + UUID.randomUUID().toString().replace("-", "");
    }

    static String checkout(String eventId, String sessionId) {
        return """
                {"id": "%s", "object": "event", "type": "checkout.session.completed", "livemode": false,
                 "data": {"object": {"id": "%s", "payment_status": "paid", "amount_total": 1000, "currency": "usd",
                 "metadata": {"target": "https://site.example/page", "product": "AuditVisa Standard"}}}}""".formatted(eventId, sessionId);
    }

    static ValidatableResponse stripe(String body) {
        return stripe(body, Instant.now());
    }

    static ValidatableResponse stripe(String body, Instant signedAt) {
        return given().header(StripeSigner.HEADER, StripeSigner.DEMO.header(body, signedAt))
                .contentType("application/json")
                .body(body.getBytes(StandardCharsets.UTF_8))
                .post("/webhooks/stripe")
                .then();
    }

    static ValidatableResponse message(String eventId, String type, String messageId, String account) {
        String body = """
                {"type": "%s", "timestamp": "2026-03-01T00:00:00Z", "data": {"message_id": "%s", "account": "%s",
                 "direction": "MT", "from": "+1", "to": "+2", "text": "hi", "amount_minor": 5, "currency": "usd"}}""".formatted(type, messageId, account);
        return given().headers(StandardSigner.DEMO.headers(eventId, body, Instant.now()))
                .contentType("application/json")
                .body(body.getBytes(StandardCharsets.UTF_8))
                .post("/webhooks/messaging")
                .then();
    }

    static ValidatableResponse get(String path) {
        return given().urlEncodingEnabled(false)
                .header("Authorization", "Bearer viewer-token")
                .get("/api/v1" + path)
                .then();
    }
}
