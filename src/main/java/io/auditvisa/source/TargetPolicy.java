package io.auditvisa.source;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.Failure;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which targets a certificate may be issued for (AV-13.1).
 *
 * @param patterns normalised hosts; {@code *.host} stands for every host below it; empty allows any
 */
public record TargetPolicy(List<String> patterns) {

    /** Allows any target that is a URL. */
    public static final TargetPolicy ANY = new TargetPolicy(List.of());

    private static final String BELOW = "*.";

    /** Reads host patterns; throws {@link ConfigurationProblem} for one that is no host. */
    public static TargetPolicy read(String key, List<String> configured) {
        if (configured.contains("*")) {
            return ANY;
        }
        return new TargetPolicy(
                configured.stream().map(pattern -> normalise(key, pattern)).toList());
    }

    private static String normalise(String key, String pattern) {
        boolean isWildcard = pattern.startsWith(BELOW);
        String host = TargetHost.normalise(isWildcard ? pattern.substring(BELOW.length()) : pattern);
        if (host == null) {
            throw new ConfigurationProblem(key + " holds '" + pattern
                    + "', which is no host pattern (examples: site.example, *.site.example)");
        }
        return isWildcard ? BELOW + host : host;
    }

    /** Why there may be no certificate for the target; empty when there may. */
    public Optional<Failure> refusal(@Nullable String target) {
        if (target == null) {
            return Optional.of(new Failure("target_invalid", "the event names no target"));
        }
        String host = TargetHost.of(target);
        if (host == null) {
            return Optional.of(new Failure("target_invalid", "the target is no absolute http or https URL"));
        }
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> fits(pattern, host))
                ? Optional.empty()
                : Optional.of(
                        new Failure("target_not_allowed", "the policy of this source does not allow this target"));
    }

    private static boolean fits(String pattern, String host) {
        return pattern.startsWith(BELOW)
                ? host.length() > pattern.length() - 1 && host.endsWith(pattern.substring(1))
                : host.equals(pattern);
    }
}
