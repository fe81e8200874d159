package io.auditvisa.recovery;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** GO-8: dedup memory never expires; payloads and personal data do. */
@QuarkusTest
@TestProfile(StripeAndRetentionOn.class)
class PayloadRetentionTest {

    private static final String AGE =
            "UPDATE event SET created_at = created_at - interval '31 days' WHERE event_id = '%s'";

    @Inject
    PayloadRetention retention;

    @Inject
    DeliveryScrub scrub;

    @Inject
    LiveEvents events;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path dataDirectory;

    @Test
    void personalDataOfAnOldEventGoAndItsResultItsRepeatsAndItsConflictsStay() throws Exception {
        String old = LiveEvents.newId();
        String young = LiveEvents.newId();
        JsonPath first = events.send(old);
        events.send(young);
        events.execute(AGE.formatted(old));

        retention.goOn();

        String row =
                "SELECT (payload IS NULL AND email IS NULL AND payload_erased_at IS NOT NULL)::text FROM event WHERE event_id = '";
        assertThat(events.text(row + old + "'")).isEqualTo("true");
        assertThat(events.text(row + young + "'")).isEqualTo("false");
        JsonPath repeat = events.send(old);
        assertThat(repeat.getString("outcome")).isEqualTo("duplicate_reused");
        assertThat(repeat.getString("run_hash")).isEqualTo(first.getString("run_hash"));
        assertThat(repeat.getString("email_sha256")).isEqualTo(first.getString("email_sha256"));
        String other = LiveEvents.body(old).replace("4900", "4901");
        given().header(StripeSigner.HEADER, StripeSigner.DEMO.header(other, Instant.now()))
                .body(other.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .post("/webhooks/stripe")
                .then()
                .statusCode(200);
        JsonPath audit = events.get("/events/av_" + old + "/audit");
        assertThat(audit.getString("arrivals[2].outcome")).isEqualTo("conflict");
        assertThat(audit.getList("arrivals[2].differs")).isEqualTo(java.util.List.of(""));
        assertThat(audit.getString("verdict")).isNotEqualTo("inconsistent");
    }

    @Test
    void aCertificateIsRebuiltByteForByteWithoutItsPayload() throws Exception {
        String id = LiveEvents.newId();
        String url = events.send(id).getString("zip_url");
        String name = url.substring(url.lastIndexOf('/') + 1);
        Path zip = dataDirectory
                .resolve("deliveries")
                .resolve(name.replace(".zip", ""))
                .resolve(name);
        byte[] before = Files.readAllBytes(zip);
        events.execute(AGE.formatted(id));
        retention.goOn();
        events.execute("DELETE FROM scrub_position");
        events.execute("INSERT INTO scrub_position VALUES (1, (SELECT max(id) - 1 FROM delivery), now())");
        Files.delete(zip);

        scrub.tick();

        assertThat(Files.readAllBytes(zip)).isEqualTo(before);
    }

    @Test
    void theTextAndNumbersOfAMessageGoFromItsInboxLineToo() throws Exception {
        String id = "m" + LiveEvents.newId();
        String body =
                "{\"type\":\"message.received\",\"timestamp\":\"2026-03-01T09:00:00Z\",\"data\":{\"message_id\":\"" + id
                        + "\",\"account\":\"demo\",\"direction\":\"MO\",\"from\":\"+4912345\",\"to\":\"+4954321\",\"text\":\"secret\","
                        + "\"amount_minor\":0,\"currency\":\"usd\"}}";
        events.execute(
                "INSERT INTO account (id, name, currency) VALUES ('demo', 'Demo', 'usd') ON CONFLICT DO NOTHING");
        given().headers(StandardSigner.DEMO.headers(id, body, Instant.now()))
                .body(body)
                .post("/webhooks/messaging")
                .then()
                .statusCode(200);
        assertThat(events.status(id)).isEqualTo("processed");
        events.execute(AGE.formatted(id));

        retention.goOn();

        assertThat(events.text("SELECT concat(party_from, party_to, message_text) FROM inbox_line WHERE event_id = '"
                        + id + "'"))
                .isEmpty();
        assertThat(events.text(
                        "SELECT concat(party_from, party_to, message_text) FROM event WHERE event_id = '" + id + "'"))
                .isEmpty();
        assertThat(events.text("SELECT octet_length(body)::text FROM crm_forward c JOIN event e ON e.id = c.event"
                        + " WHERE event_id = '" + id + "'"))
                .isEqualTo("0");
    }
}
