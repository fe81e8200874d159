package io.auditvisa;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.StripeSigner;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** AV-14.4: one line per step under its fixed name; AV-13.1: never an address, a secret or a body. */
class StepLogIT {

    @Test
    void everyStepHasItsLineAndNoLineTellsASecret() {
        try (PackagedApplication app = new PackagedApplication().profile("dev").start()) {
            send(app, "evt_log1", "usd");
            send(app, "evt_log1", "usd");
            send(app, "evt_log2", "none");
            forge(app);

            for (String step : new String[] {
                "event_received",
                "event_processing_started",
                "delivery_written",
                "event_processed",
                "event_duplicate_reused"
            }) {
                assertThat(app.stdout().lines().filter(line -> line.contains(" " + step + " ")))
                        .as(step)
                        .isNotEmpty()
                        .allMatch(line -> line.contains("event_id=evt_log") && line.contains("ref=av_evt_log"))
                        .allMatch(line -> line.contains("source=stripe"));
            }
            assertThat(app.stdout().lines().filter(line -> line.contains(" event_failed ")))
                    .singleElement()
                    .asString()
                    .contains("event_id=evt_log2", "code=currency_invalid");
            // what stands before is the invitation of the dev profile, with its public demo secret
            assertThat(app.stdout().substring(app.stdout().indexOf(" event_received ")))
                    .doesNotContainIgnoringCase("buyer@example.com")
                    .doesNotContain("whsec_demo_stripe")
                    .doesNotContain("payment_status\":\"paid\",\"customer_details")
                    .doesNotContain("\tat ");
        }
    }

    private static void send(PackagedApplication app, String id, String currency) {
        String body = body(id, currency);
        app.post(
                "/webhooks/stripe",
                body,
                Map.of(
                        "Stripe-Signature",
                        StripeSigner.DEMO.header(body, Instant.now()),
                        "Content-Type",
                        "application/json"));
    }

    private static void forge(PackagedApplication app) {
        String body = body("evt_forged", "usd");
        app.post("/webhooks/stripe", body, Map.of("Stripe-Signature", "t=1,v1=" + "0".repeat(64)));
    }

    private static String body(String id, String currency) {
        return """
                {"id":"%s","object":"event","type":"checkout.session.completed","livemode":false,"data":{"object":\
                {"id":"cs_%s","object":"checkout.session","payment_status":"paid","customer_details":\
                {"email":"Buyer@Example.com"},"amount_total":100,"currency":"%s","metadata":\
                {"target":"https://site.example/page"}}}}""".formatted(id, id, currency);
    }
}
