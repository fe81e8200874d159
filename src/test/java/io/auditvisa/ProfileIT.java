package io.auditvisa;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.StripeSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Profiles act on the packaged application, at run time. */
class ProfileIT {

    @Test
    void theDevProfileInvitesToAFirstEventAndLogsForPeople() {
        try (PackagedApplication app = new PackagedApplication().profile("dev").start()) {
            assertThat(app.stdout())
                    .contains("Profile dev activated")
                    .contains("AuditVisa is ready.")
                    .contains(app.url() + "/webhooks/stripe")
                    .doesNotContain("No source is configured")
                    .doesNotContain("\"level\":");
        }
    }

    /** Needs the curl and openssl of the machine, as its reader does. */
    @Test
    void theInvitationIsACommandThatWorks() throws Exception {
        try (PackagedApplication app = new PackagedApplication().profile("dev").start()) {
            String command = app.stdout()
                    .lines()
                    .filter(line -> line.startsWith("n=1;"))
                    .findFirst()
                    .orElseThrow();

            assertThat(shell(command)).contains("\"event_id\":\"evt_demo1\"", "\"outcome\":\"processed\"");
            assertThat(shell(command)).contains("\"outcome\":\"duplicate_reused\"");
        }
    }

    @Test
    void productionHasNoDemoAndLogsJsonLines() {
        try (PackagedApplication app = new PackagedApplication().start()) {
            assertThat(app.stdout()).containsOnlyOnce("No source is configured").doesNotContain("whsec_demo");
            assertThat(app.stdout().lines()).isNotEmpty().allMatch(line -> line.startsWith("{") && line.endsWith("}"));
            assertThat(app.stderr()).isEmpty();
        }
    }

    @Test
    void aSourceNamedByVariablesAloneIsThere() {
        try (PackagedApplication app = new PackagedApplication()
                .variable("AUDITVISA_SOURCES_MY_SHOP_KIND", "stripe")
                .variable("AUDITVISA_SOURCES_MY_SHOP_SECRETS", "whsec_of_my_shop")
                .variable("AUDITVISA_SOURCES_MY_SHOP_RULES", "checkout.session.completed=certificate")
                .start()) {
            assertThat(app.stdout()).doesNotContain("No source is configured");

            String body = """
                    {"id":"evt_1","object":"event","type":"checkout.session.completed","livemode":false,
                     "data":{"object":{"id":"cs_1","payment_status":"unpaid"}}}""";
            String signature = new StripeSigner("whsec_of_my_shop").header(body, Instant.now());
            assertThat(app.post("/webhooks/my-shop", body, Map.of(StripeSigner.HEADER, signature))
                            .body())
                    .contains("\"ref\":\"av_evt_my-shop_evt_1\"");
        }
    }

    private static String shell(String command) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", command).start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return output;
    }
}
