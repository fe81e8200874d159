package io.auditvisa.config;

import static io.auditvisa.config.ValueCheck.AMOUNT_OF_BYTES;
import static io.auditvisa.config.ValueCheck.COUNT;
import static io.auditvisa.config.ValueCheck.COUNT_OR_NONE;
import static io.auditvisa.config.ValueCheck.DELIVERY_POLICY;
import static io.auditvisa.config.ValueCheck.DURATION;
import static io.auditvisa.config.ValueCheck.EFFECTS;
import static io.auditvisa.config.ValueCheck.PATH;
import static io.auditvisa.config.ValueCheck.ROLES;
import static io.auditvisa.config.ValueCheck.SHA256;
import static io.auditvisa.config.ValueCheck.SOURCE_KIND;
import static io.auditvisa.config.ValueCheck.STORAGE;
import static io.auditvisa.config.ValueCheck.TEXT;
import static io.auditvisa.config.ValueCheck.TRUE_OR_FALSE;
import static io.auditvisa.config.ValueCheck.WEB_ADDRESS;

import java.util.List;
import java.util.Optional;

/**
 * Every setting of AuditVisa that exists. A key that is not here stops the start, so that a misspelt one is never skipped: a
 * new setting needs its line here.
 */
final class KnownKeys {

    /** What all settings begin with. */
    static final String PREFIX = "auditvisa.";

    /** {@code *} stands for a name the operator chooses; {@code []} marks a list, whose members may also be given one by one. */
    static final List<KnownKey> ALL = List.of(
            KnownKey.of("data-dir", PATH),
            KnownKey.of("deliveries-dir", PATH),
            KnownKey.of("base-url", WEB_ADDRESS),
            KnownKey.of("sources.*.kind", SOURCE_KIND),
            KnownKey.of("sources.*.secrets[]", TEXT),
            KnownKey.of("sources.*.replay-window", DURATION),
            KnownKey.of("sources.*.rules.*[]", EFFECTS),
            KnownKey.of("sources.*.livemode", TRUE_OR_FALSE),
            KnownKey.of("sources.*.allowed-targets[]", TEXT),
            KnownKey.of("sources.*.delivery", DELIVERY_POLICY),
            KnownKey.of("sources.*.rate-limit", COUNT_OR_NONE),
            KnownKey.of("max-body", AMOUNT_OF_BYTES),
            KnownKey.of("duplicate-wait", DURATION),
            KnownKey.of("signing.keys-dir", PATH),
            KnownKey.of("storage", STORAGE),
            KnownKey.of("recovery.every", DURATION),
            KnownKey.of("recovery.grace", DURATION),
            KnownKey.of("recovery.max-attempts", COUNT),
            KnownKey.of("retention.payload", DURATION),
            KnownKey.of("stripe.api-key", TEXT),
            KnownKey.of("stripe.api-base", WEB_ADDRESS),
            KnownKey.of("stripe.reconcile-every", DURATION),
            KnownKey.of("crm.url", WEB_ADDRESS),
            KnownKey.of("crm.secret", TEXT),
            KnownKey.of("notification.telegram.base-url", WEB_ADDRESS),
            KnownKey.of("notification.telegram.token", TEXT),
            KnownKey.of("notification.telegram.chat-id", TEXT),
            KnownKey.of("notification.mark-duplicates", TRUE_OR_FALSE),
            KnownKey.of("api.tokens.*.sha256", SHA256),
            KnownKey.of("api.tokens.*.roles[]", ROLES),
            KnownKey.of("postgres.binaries-dir", PATH));

    private KnownKeys() {}

    /** The setting that {@code key}, with the prefix, belongs to. */
    static Optional<KnownKey> find(String key) {
        KeySegments segments = KeySegments.of(key.substring(PREFIX.length()));
        return ALL.stream().filter(known -> known.matches(segments)).findFirst();
    }

    /** The line for a key that does not exist. */
    static ConfigurationProblem unknown(String key) {
        KeySegments segments = KeySegments.of(key.substring(PREFIX.length()));
        if (segments.count() > 4
                && segments.get(0).equals("sources")
                && segments.get(2).equals("rules")) {
            return new ConfigurationProblem("unknown setting " + key + ": a type goes in quotation marks, " + PREFIX
                    + "sources." + segments.get(1) + ".rules.\"" + segments.from(3) + "\"");
        }
        String nearest = Nearest.to(
                segments.text(),
                ALL.stream().map(known -> known.filledFrom(segments)).toList());
        return new ConfigurationProblem(
                "unknown setting " + key + (nearest == null ? "" : "; did you mean " + PREFIX + nearest + "?"));
    }
}
