package io.auditvisa.source;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.Sha256;
import io.auditvisa.source.SourcesConfig.SourceConfig;
import io.auditvisa.source.standard.StandardDialect;
import io.auditvisa.source.standard.StandardSignatures;
import io.auditvisa.source.stripe.StripeDialect;
import io.auditvisa.source.stripe.StripeSignatures;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Source} of its settings; whatever is wrong stops the start with one line that names the key. */
final class SourceReader {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final int FINGERPRINT_LENGTH = 16;

    private final String name;
    private final SourceConfig config;

    private SourceReader(String name, SourceConfig config) {
        this.name = name;
        this.config = config;
    }

    static Source read(String name, SourceConfig config) {
        if (!NAME.matcher(name).matches()) {
            throw new ConfigurationProblem(
                    "auditvisa.sources." + name + ": a source's name must match " + NAME.pattern());
        }
        return new SourceReader(name, config).read();
    }

    private Source read() {
        SourceKind kind = kind();
        List<String> secrets = secrets();
        SignatureScheme scheme = switch (kind) {
            case STRIPE -> new StripeSignatures(key("secrets"), secrets);
            case STANDARD -> new StandardSignatures(key("secrets"), secrets);
        };
        Dialect dialect = switch (kind) {
            case STRIPE -> new StripeDialect();
            case STANDARD -> new StandardDialect();
        };
        return new Source(
                name,
                kind,
                new Gate(scheme, replayWindow()),
                dialect,
                policy(kind),
                secrets.stream()
                        .map(secret -> Sha256.hexOf(secret).substring(0, FINGERPRINT_LENGTH))
                        .toList(),
                requestsPerSecond());
    }

    private Policy policy(SourceKind kind) {
        Map<String, List<String>> rules = new HashMap<>();
        config.rules().forEach((pattern, effects) -> rules.put(pattern, effects.orElse(List.of())));
        return new Policy(
                Rules.read(key("rules"), kind, rules),
                livemode(),
                TargetPolicy.read(
                        key("allowed-targets"), config.allowedTargets().orElse(List.of())),
                isWithheld());
    }

    private SourceKind kind() {
        String kind = config.kind().orElseThrow(() -> problem("kind", "is missing; kinds are stripe and standard"));
        return SourceKind.ofWireName(kind)
                .orElseThrow(
                        () -> problem("kind", "is the unknown kind '" + kind + "'; kinds are stripe and standard"));
    }

    private List<String> secrets() {
        List<String> secrets = config.secrets().orElse(List.of()).stream()
                .map(String::strip)
                .filter(secret -> !secret.isEmpty())
                .toList();
        if (secrets.isEmpty()) {
            throw problem("secrets", "is missing; without a secret nothing can be verified");
        }
        return secrets;
    }

    private Duration replayWindow() {
        try {
            Duration window = DurationConverter.parseDuration(config.replayWindow());
            if (window != null && !window.isNegative() && !window.isZero()) {
                return window;
            }
        } catch (IllegalArgumentException noDuration) {
            // answered below
        }
        throw problem(
                "replay-window", "is no duration above zero (examples: 5m, 30s): '" + config.replayWindow() + "'");
    }

    private @Nullable Boolean livemode() {
        return switch (config.livemode().orElse("")) {
            case "" -> null;
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw problem("livemode", "must be true or false");
        };
    }

    private boolean isWithheld() {
        return switch (config.delivery()) {
            case "public" -> false;
            case "withheld" -> true;
            default -> throw problem("delivery", "must be public or withheld");
        };
    }

    private int requestsPerSecond() {
        String limit = config.rateLimit().orElse("0");
        try {
            int perSecond = Integer.parseInt(limit);
            if (perSecond >= 0) {
                return perSecond;
            }
        } catch (NumberFormatException noNumber) {
            // answered below
        }
        throw problem("rate-limit", "must be a number of requests per second");
    }

    private String key(String member) {
        return "auditvisa.sources." + name + "." + member;
    }

    private ConfigurationProblem problem(String member, String sentence) {
        return new ConfigurationProblem(key(member) + " " + sentence);
    }
}
