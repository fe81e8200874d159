package io.auditvisa.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings given as {@code AUDITVISA_*} variables. The configuration library guesses their keys with dots alone
 * ({@code auditvisa.base.url}) unless something else names them; here it is clear what is name and what is key:
 *
 * <ul>
 *   <li>{@code AUDITVISA_SOURCES_MY_SHOP_KIND} is {@code auditvisa.sources.my-shop.kind}: names have dashes, never underscores.
 *   <li>{@code AUDITVISA_SOURCES_STRIPE_RULES} takes all rules at once, as
 *       {@code checkout.session.completed=certificate,notification; message.*=inbox}, since a type cannot be spelt in a
 *       variable's name. {@code …_RULES__CHECKOUT_SESSION_COMPLETED_} works for types of letters and dots alone.
 * </ul>
 */
final class EnvironmentVariables {

    static final String PREFIX = "AUDITVISA_";

    private static final Pattern ALL_RULES = Pattern.compile("SOURCES_([A-Z][A-Z0-9_]*?)_RULES");
    private static final Pattern ONE_RULE = Pattern.compile("SOURCES_([A-Z][A-Z0-9_]*?)_RULES_+([A-Z0-9_]*[A-Z0-9])_*");

    /** Types that would lose their underscores on the way. */
    private static final Set<String> TYPES_WITH_UNDERSCORES =
            Set.of("checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed");

    private EnvironmentVariables() {}

    /**
     * The properties that these variables stand for.
     *
     * @throws ConfigurationProblem naming a variable that stands for no setting
     */
    static Map<String, String> properties(Map<String, String> variables) {
        Map<String, String> properties = new LinkedHashMap<>();
        variables.forEach((name, value) -> {
            String variable = name.toUpperCase(Locale.ROOT);
            if (variable.startsWith(PREFIX) && !ServiceLinks.contain(variable, value)) {
                translate(name, variable.substring(PREFIX.length()), value, properties);
            }
        });
        return properties;
    }

    private static void translate(String name, String variable, String value, Map<String, String> properties) {
        Matcher allRules = ALL_RULES.matcher(variable);
        Matcher oneRule = ONE_RULE.matcher(variable);
        if (allRules.matches()) {
            rules(name, value).forEach((type, effects) -> properties.put(rule(allRules.group(1), type), effects));
        } else if (oneRule.matches()) {
            properties.put(rule(oneRule.group(1), type(oneRule.group(2))), value);
        } else {
            for (KnownKey known : KnownKeys.ALL) {
                Matcher matcher = Pattern.compile(known.variablePattern()).matcher(variable);
                if (matcher.matches()) {
                    properties.put(property(known, matcher), value);
                    return;
                }
            }
            throw unknown(name, variable);
        }
    }

    private static String property(KnownKey known, Matcher matcher) {
        boolean named = known.segments().contains("*");
        String key = String.join(".", known.segments());
        String index = known.list() ? matcher.group(matcher.groupCount()) : null;
        if (named) {
            key = key.replace("*", chosenName(matcher.group(1)));
        }
        return KnownKeys.PREFIX + key + (index == null ? "" : "[" + index + "]");
    }

    private static Map<String, String> rules(String name, String value) {
        Map<String, String> rules = new LinkedHashMap<>();
        for (String rule : value.split("[;\\n]")) {
            if (rule.isBlank()) {
                continue;
            }
            String[] typeAndEffects = rule.split("=", -1);
            if (typeAndEffects.length != 2 || typeAndEffects[0].isBlank()) {
                throw new ConfigurationProblem(
                        name + " must be a list of type=effect,effect separated by semicolons, not: " + rule.strip());
            }
            rules.put(typeAndEffects[0].strip(), typeAndEffects[1].strip());
        }
        return rules;
    }

    private static String rule(String source, String type) {
        return KnownKeys.PREFIX + "sources." + chosenName(source) + ".rules.\"" + type + "\"";
    }

    private static String type(String variable) {
        String type = variable.toLowerCase(Locale.ROOT).replace('_', '.');
        return TYPES_WITH_UNDERSCORES.stream()
                .filter(known -> known.replace('_', '.').equals(type))
                .findFirst()
                .orElse(type);
    }

    private static String chosenName(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ConfigurationProblem unknown(String name, String variable) {
        String nearest = Nearest.to(
                variable,
                KnownKeys.ALL.stream()
                        .map(known -> known.filledFrom(KeySegments.of(variable.replace('_', '.')))
                                .toUpperCase(Locale.ROOT)
                                .replaceAll("[.-]", "_"))
                        .toList());
        return new ConfigurationProblem("unknown setting " + name + " among the environment variables"
                + (nearest == null ? "" : "; did you mean " + PREFIX + nearest + "?"));
    }
}
