package io.auditvisa.config;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.logging.Logger;

/** Checks all settings of AuditVisa before anything starts: none is skipped because it was misspelt. */
public final class Settings {

    private static final Logger LOG = Logger.getLogger(Settings.class);

    private Settings() {}

    /**
     * The properties that environment variables (and {@code .env} files) stand for; the configuration library would guess
     * some of their keys wrongly.
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
        boolean anySource = false;
        for (String key : names(config)) {
            if (!key.startsWith(KnownKeys.PREFIX)) {
                continue;
            }
            Optional<KnownKey> found = KnownKeys.find(key);
            if (found.isEmpty() && isGuessed(key, config)) {
                continue;
            }
            KnownKey known = found.orElseThrow(() -> KnownKeys.unknown(key));
            checkValue(key, known, config);
            anySource |= known.segments().get(0).equals("sources");
        }
        if (!anySource) {
            LOG.warn(
                    "No source is configured (auditvisa.sources.<name>.kind, .secrets): every webhook is answered 404");
        }
    }

    /** The library's own reading of a variable, also of a service link; {@link #fromEnvironment} judges variables. */
    private static boolean isGuessed(String key, SmallRyeConfig config) {
        String source = config.getConfigValue(key).getConfigSourceName();
        return source != null && source.startsWith(EnvConfigSource.NAME);
    }

    private static TreeSet<String> names(SmallRyeConfig config) {
        TreeSet<String> names = new TreeSet<>();
        config.getPropertyNames().forEach(names::add);
        return names;
    }

    private static void checkValue(String key, KnownKey known, SmallRyeConfig config) {
        boolean usable;
        try {
            String value = config.getConfigValue(key).getValue();
            usable = value == null || value.isBlank() || known.check().accepts(key, value.strip(), config);
        } catch (IllegalArgumentException | java.util.NoSuchElementException | java.time.DateTimeException e) {
            usable = false;
        }
        if (!usable) { // the value itself is not shown: it may be a secret that landed under the wrong key
            throw new ConfigurationProblem(key + " must be " + known.check().wanted());
        }
    }
}
