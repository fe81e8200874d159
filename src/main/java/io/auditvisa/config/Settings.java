package io.auditvisa.config;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.common.utils.StringUtil;
import java.time.DateTimeException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.logging.Logger;

/** Checks all settings of AuditVisa before anything starts: none is skipped because it was misspelt. */
public final class Settings {

    private static final Logger LOG = Logger.getLogger(Settings.class);

    private Settings() {}

    /**
     * The properties that environment variables (and {@code .env} files) stand for and that the configuration library cannot
     * find by itself, because their keys contain names the operator chose.
     *
     * @throws ConfigurationProblem for a variable that begins like a setting and is none
     */
    public static Map<String, String> fromEnvironment(Config config) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (ConfigSource source : config.getConfigSources()) { // the strongest first
            for (String name : source.getPropertyNames()) {
                String value = source.getValue(name);
                if (name.toUpperCase(Locale.ROOT).startsWith(EnvironmentVariables.PREFIX) && value != null) {
                    variables.putIfAbsent(name, value);
                }
            }
        }
        return EnvironmentVariables.properties(variables);
    }

    /**
     * Checks every key and every value that can be judged by itself.
     *
     * @throws ConfigurationProblem for the first one that cannot be used, in alphabetical order
     */
    public static void check(SmallRyeConfig config) {
        for (KnownKey known :
                KnownKeys.ALL) { // also those that come from a variable, which is not listed under its key
            if (!known.segments().contains("*")) {
                checkValue(KnownKeys.PREFIX + String.join(".", known.segments()), known, config);
            }
        }
        boolean anySource = false;
        for (String key : written(config)) {
            KnownKey known = KnownKeys.find(key).orElseThrow(() -> KnownKeys.unknown(key));
            checkValue(key, known, config);
            anySource |= known.segments().get(0).equals("sources");
        }
        if (!anySource) {
            LOG.warn(
                    "No source is configured (auditvisa.sources.<name>.kind, .secrets): every webhook is answered 404");
        }
    }

    /**
     * The keys that somebody wrote. The library also lists a guess for each variable, in which every underscore has become a
     * dot; the variables themselves have been looked at by {@link #fromEnvironment}.
     */
    private static TreeSet<String> written(SmallRyeConfig config) {
        Set<String> guesses = new HashSet<>();
        for (ConfigSource source : config.getConfigSources()) {
            for (String name : source.getPropertyNames()) {
                if (name.startsWith(EnvironmentVariables.PREFIX)) {
                    guesses.add(StringUtil.toLowerCaseAndDotted(name));
                }
            }
        }
        TreeSet<String> names = new TreeSet<>();
        for (String name : config.getPropertyNames()) {
            boolean guessed = guesses.contains(name) && System.getProperty(name) == null;
            if (name.startsWith(KnownKeys.PREFIX) && !guessed) {
                names.add(name);
            }
        }
        return names;
    }

    private static void checkValue(String key, KnownKey known, SmallRyeConfig config) {
        boolean usable;
        try {
            String value = config.getConfigValue(key).getValue();
            usable = value == null || value.isBlank() || known.check().accepts(key, value.strip(), config);
        } catch (IllegalArgumentException | NoSuchElementException | DateTimeException e) {
            usable = false;
        }
        if (!usable) { // the value itself is not shown: it may be a secret that landed under the wrong key
            throw new ConfigurationProblem(key + " must be " + known.check().wanted());
        }
    }
}
