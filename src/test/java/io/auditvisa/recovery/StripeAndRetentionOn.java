package io.auditvisa.recovery;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Reconciliation and retention switched on; their schedules are so far apart that only tests trigger them. */
public class StripeAndRetentionOn implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "auditvisa.stripe.api-key", "sk_test_fake",
                "auditvisa.stripe.api-base", FakeStripe.INSTANCE.url(),
                "auditvisa.stripe.reconcile-every", "1h",
                "auditvisa.recovery.every", "1h",
                "auditvisa.retention.payload", "30d");
    }
}
