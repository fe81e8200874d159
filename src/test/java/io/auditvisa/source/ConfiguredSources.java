package io.auditvisa.source;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Sources built from settings the way the application builds them. */
public final class ConfiguredSources {

    public static final String STRIPE_SECRET = "whsec_test_stripe";
    public static final String STANDARD_SECRET = "whsec_dGVzdC1tZXNzYWdpbmctc2VjcmV0LTEyMzQ1Njc4";

    private ConfiguredSources() {}

    /** Sources of these settings; keys without {@code auditvisa.sources.}. */
    public static Sources of(Map<String, String> settings) {
        Map<String, String> properties = new HashMap<>();
        settings.forEach((key, value) -> properties.put("auditvisa.sources." + key, value));
        return new Sources(new SmallRyeConfigBuilder()
                .withMapping(SourcesConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .build()
                .getConfigMapping(SourcesConfig.class));
    }

    /** A Stripe source with more settings, keys without the source's name. */
    public static Source stripe(Map<String, String> more) {
        return one("stripe", "stripe", STRIPE_SECRET, more);
    }

    /** A Standard Webhooks source with more settings, keys without the source's name. */
    public static Source standard(Map<String, String> more) {
        return one("messaging", "standard", STANDARD_SECRET, more);
    }

    private static Source one(String name, String kind, String secret, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put(name + ".kind", kind);
        settings.put(name + ".secrets", secret);
        more.forEach((key, value) -> settings.put(name + "." + key, value));
        return of(settings).find(name).orElseThrow();
    }
}
