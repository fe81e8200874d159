package io.auditvisa.drill;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** IO-9: a drill over all sources sends nothing before it knows what can be sent, and says what it left out. */
@QuarkusTest
@TestProfile(DrillOfAllTest.WithAPartner.class)
class DrillOfAllTest {

    private static final int RAW_KEY_BYTES = 32;

    /** The partner signs with a private key of its own, so nothing can be signed in its name. */
    public static class WithAPartner implements QuarkusTestProfile {

        static final KeyPair KEYS = keys();

        private static KeyPair keys() {
            try {
                return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            byte[] encoded = KEYS.getPublic().getEncoded();
            byte[] raw = Arrays.copyOfRange(encoded, encoded.length - RAW_KEY_BYTES, encoded.length);
            return Map.of(
                    "auditvisa.sources.partner.kind",
                    "standard",
                    "auditvisa.sources.partner.secrets",
                    "whpk_" + Base64.getEncoder().encodeToString(raw));
        }
    }

    private final String ofStripe = "evt_" + UUID.randomUUID().toString().replace("-", "");
    private final String ofMessaging = "m-" + UUID.randomUUID();
    private final String ofPartner = "p-" + UUID.randomUUID();

    @BeforeEach
    void oneEventOfEachSource() throws GeneralSecurityException {
        String stripe = "{\"id\":\"" + ofStripe + "\",\"type\":\"invoice.paid\",\"data\":{\"object\":{}}}";
        post("stripe", stripe, Map.of("Stripe-Signature", StripeSigner.DEMO.header(stripe, Instant.now())));
        String message = "{\"type\":\"unknown\",\"data\":{}}";
        post("messaging", message, StandardSigner.DEMO.headers(ofMessaging, message, Instant.now()));
        post("partner", message, signedByThePartner(message));
    }

    @AfterEach
    void resume() {
        change("messaging", "resume");
        change("stripe", "resume");
    }

    @Test
    void whatCannotBeReplayedIsLeftOutAndListed() {
        change("messaging", "pause");

        drill("{}")
                .statusCode(200)
                .body("holds", equalTo(true))
                .body("drills", hasSize(1))
                .body("drills[0].event_id", equalTo(ofStripe))
                .body("drills[0].after.arrivals", equalTo(4))
                .body("skipped", hasSize(2))
                .body("skipped.find { it.source == 'messaging' }.code", equalTo("source_paused"))
                .body("skipped.find { it.source == 'messaging' }.event_id", equalTo(ofMessaging))
                .body("skipped.find { it.source == 'partner' }.code", equalTo("cannot_sign"));
        arrivals("av_evt_messaging_" + ofMessaging, 1);
        arrivals("av_evt_partner_" + ofPartner, 1);
    }

    @Test
    void whenNothingCanBeReplayedTheDrillIsRefused() {
        change("messaging", "pause");
        change("stripe", "pause");

        drill("{}").statusCode(409).body("code", equalTo("source_paused"));

        arrivals("av_" + ofStripe, 1);
        drill("{\"source\":\"partner\",\"event_id\":\"" + ofPartner + "\"}")
                .statusCode(409)
                .body("code", equalTo("cannot_sign"));
    }

    private Map<String, String> signedByThePartner(String body) throws GeneralSecurityException {
        String timestamp = Long.toString(Instant.now().getEpochSecond());
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(WithAPartner.KEYS.getPrivate());
        signature.update((ofPartner + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
        return Map.of(
                "webhook-id", ofPartner,
                "webhook-timestamp", timestamp,
                "webhook-signature", "v1a," + Base64.getEncoder().encodeToString(signature.sign()));
    }

    private static void post(String source, String body, Map<String, String> headers) {
        given().headers(headers)
                .contentType("application/json")
                .body(body)
                .post("/webhooks/" + source)
                .then()
                .statusCode(200)
                .body("outcome", equalTo("processed"));
    }

    private static void arrivals(String ref, int count) {
        given().header("Authorization", "Bearer dev-token")
                .get("/api/v1/events/" + ref)
                .then()
                .statusCode(200)
                .body("arrivals", equalTo(count));
    }

    private static ValidatableResponse drill(String body) {
        return given().header("Authorization", "Bearer dev-token")
                .contentType("application/json")
                .body(body)
                .post("/api/v1/drills")
                .then();
    }

    private static void change(String source, String action) {
        given().header("Authorization", "Bearer dev-token")
                .contentType("application/json")
                .body("{\"reason\":\"a test\"}")
                .post("/api/v1/sources/" + source + "/" + action)
                .then()
                .statusCode(200);
    }
}
