package io.auditvisa.source;

import io.auditvisa.event.KnownSources;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The configured sources, fixed at the start (AV-2.2). None is allowed: then every webhook gets 404, and
 * the check of the settings has warned. */
@Startup
@ApplicationScoped
public class Sources implements KnownSources {

    private final Map<String, Source> byName = new TreeMap<>();

    /** Reads all settings; throws {@link io.auditvisa.config.ConfigurationProblem} at the first that is wrong. */
    public Sources(SourcesConfig config) {
        new TreeMap<>(config.byName()).forEach((name, source) -> byName.put(name, SourceReader.read(name, source)));
    }

    /** The source of this name. */
    public Optional<Source> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** All sources by name. */
    public Collection<Source> all() {
        return byName.values();
    }

    @Override
    public boolean knows(String source) {
        return byName.containsKey(source);
    }
}
