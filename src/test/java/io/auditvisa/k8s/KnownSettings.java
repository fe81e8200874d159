package io.auditvisa.k8s;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The keys an operator may set ({@code *}: a name that he chooses), in the two spellings the manifests use. */
final class KnownSettings {

    private static final List<String> KEYS = List.of(
            "auditvisa.data-dir",
            "auditvisa.deliveries-dir",
            "auditvisa.base-url",
            "auditvisa.sources.*.kind",
            "auditvisa.sources.*.secrets",
            "auditvisa.sources.*.replay-window",
            "auditvisa.sources.*.rules.\"*\"",
            "auditvisa.sources.*.livemode",
            "auditvisa.sources.*.allowed-targets",
            "auditvisa.sources.*.delivery",
            "auditvisa.max-body",
            "auditvisa.duplicate-wait",
            "auditvisa.signing.keys-dir",
            "auditvisa.storage",
            "auditvisa.recovery.every",
            "auditvisa.recovery.grace",
            "auditvisa.recovery.max-attempts",
            "auditvisa.retention.payload",
            "auditvisa.stripe.api-key",
            "auditvisa.stripe.api-base",
            "auditvisa.stripe.reconcile-every",
            "auditvisa.crm.url",
            "auditvisa.crm.secret",
            "auditvisa.notification.telegram.base-url",
            "auditvisa.notification.telegram.token",
            "auditvisa.notification.telegram.chat-id",
            "auditvisa.notification.mark-duplicates",
            "auditvisa.api.tokens.*.sha256",
            "auditvisa.api.tokens.*.roles",
            "quarkus.datasource.jdbc.url",
            "quarkus.datasource.username",
            "quarkus.datasource.password",
            "quarkus.http.host",
            "quarkus.management.host");

    private KnownSettings() {}

    static boolean knowsProperty(String name) {
        return KEYS.stream()
                .anyMatch(key -> Pattern.matches(
                        Pattern.quote(key).replace("\"*\"", "\\E\"[^\"]+\"\\Q").replace("*", "\\E[a-z][a-z0-9-]*\\Q"),
                        name));
    }

    /** MicroProfile Config: everything that is no letter or digit becomes an underscore, letters upper case. */
    static boolean knowsVariable(String name) {
        return KEYS.stream()
                .filter(key -> !key.contains("\""))
                .anyMatch(key -> Pattern.matches(
                        key.toUpperCase(Locale.ROOT)
                                .replaceAll("[^A-Z0-9*]", "_")
                                .replace("*", "[A-Z][A-Z0-9_]*"),
                        name));
    }
}
