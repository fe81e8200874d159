package io.auditvisa.access;

import io.auditvisa.event.Sha256;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One caller for each role, whose token is {@code <role>-token}; and a type of message that is debited but not filed. */
public class RoleTokens implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>();
        for (String role : List.of("viewer", "finance", "operator")) {
            String key = "auditvisa.api.tokens." + role + "-caller.";
            settings.put(key + "sha256", Sha256.hexOf(role + "-token"));
            settings.put(key + "roles", role);
        }
        settings.put("auditvisa.sources.messaging.rules.\"message.queued\"", "debit");
        return settings;
    }
}
