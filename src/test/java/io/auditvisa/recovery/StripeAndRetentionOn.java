package io.auditvisa.recovery;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Reconciliation and retention switched on, but not scheduled: only tests trigger them. */
public class StripeAndRetentionOn implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "auditvisa.stripe.api-key", "sk_test_fake",
                "auditvisa.stripe.api-base", FakeStripe.INSTANCE.url(),
                "quarkus.scheduler.enabled", "false",
                "auditvisa.recovery.every", "1h",
                "auditvisa.retention.payload", "30d");
    }
}
