package io.auditvisa;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.PackagedApplication;
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
        }
    }
}
