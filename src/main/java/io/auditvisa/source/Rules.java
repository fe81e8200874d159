package io.auditvisa.source;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.Effect;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which effects an event type earns. A pattern is an exact type or a beginning followed by {@code *}; an exact rule beats a
 * pattern, the longest pattern wins, nothing is united.
 */
public final class Rules {

    private static final Pattern TYPE_PATTERN = Pattern.compile("[^\\s*]+\\*?|\\*");

    private final Map<String, Set<Effect>> byPattern;

    private Rules(Map<String, Set<Effect>> byPattern) {
        this.byPattern = byPattern;
    }

    /**
     * Reads the configured rules.
     *
     * @param key the setting, for example {@code auditvisa.sources.shop.rules}
     * @throws ConfigurationProblem for a pattern or an effect that does not exist or does not fit the kind
     */
    public static Rules read(String key, SourceKind kind, Map<String, List<String>> configured) {
        Map<String, Set<Effect>> byPattern = new HashMap<>();
        configured.forEach((pattern, names) -> {
            String ruleKey = key + ".\"" + pattern + "\"";
            if (!TYPE_PATTERN.matcher(pattern).matches()) {
                throw new ConfigurationProblem(
                        ruleKey + " is no event type: * may only stand at the end, for its rest");
            }
            byPattern.put(pattern, effects(ruleKey, kind, names));
        });
        return new Rules(Map.copyOf(byPattern));
    }

    private static Set<Effect> effects(String key, SourceKind kind, List<String> names) {
        Set<Effect> effects = EnumSet.noneOf(Effect.class);
        for (String name : names) {
            Effect effect = Effect.ofWireName(name.strip())
                    .orElseThrow(() -> new ConfigurationProblem(
                            key + " names the unknown effect '" + name.strip() + "'; effects are "
                                    + Effect.join(EnumSet.allOf(Effect.class)).replace(",", ", ")));
            if (!kind.allows(effect)) {
                throw new ConfigurationProblem(
                        key + ": a source of kind " + kind.wireName() + " cannot have the effect " + effect.wireName());
            }
            effects.add(effect);
        }
        if (effects.contains(Effect.CRM) && !effects.contains(Effect.INBOX)) {
            throw new ConfigurationProblem(key + ": crm forwards the inbox line and needs the effect inbox");
        }
        return effects;
    }

    /** The effects of a type; empty when no rule fits. */
    public Set<Effect> effectsOf(String type) {
        Set<Effect> exact = byPattern.get(type);
        // a type that ends in * must not be taken for the pattern of that name
        if (exact != null && !type.endsWith("*")) {
            return exact;
        }
        for (int length = type.length(); length >= 0; length--) {
            Set<Effect> pattern = byPattern.get(type.substring(0, length) + "*");
            if (pattern != null) {
                return pattern;
            }
        }
        return Set.of();
    }

    /** Pattern → wire names of its effects, for people. */
    public Map<String, List<String>> describe() {
        Map<String, List<String>> described = new TreeMap<>();
        byPattern.forEach((pattern, effects) ->
                described.put(pattern, effects.stream().map(Effect::wireName).toList()));
        return described;
    }
}
