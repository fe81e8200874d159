package io.auditvisa;

import io.auditvisa.config.StartProblem;
import io.auditvisa.postgres.EmbeddedDatabase;
import io.auditvisa.postgres.EmbeddedDatabase.Durability;
import io.auditvisa.postgres.PostgresServer;
import io.quarkus.runtime.ImageMode;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** Which database to run on: the server that is configured, or else one of our own below the data directory. */
sealed interface DatabaseChoice {

    String URL = "quarkus.datasource.jdbc.url";
    String USER = "quarkus.datasource.username";

    /** Remembers, over the reloads of dev mode, that the URL among the system properties is our own doing. */
    String OWN_URL = "io.auditvisa.postgres.url";

    void apply();

    /** A PostgreSQL server that somebody else runs. */
    record Server() implements DatabaseChoice {
        @Override
        public void apply() {}
    }

    /**
     * Our own.
     *
     * @param directory {@code <data-dir>/postgres}
     * @param binaries {@code auditvisa.postgres.binaries-dir}, default {@code <data-dir>/postgres-binaries}: where its programs are
     *     unpacked, for a data directory on a file system that runs no programs
     */
    record Embedded(Path directory, Path binaries) implements DatabaseChoice {
        @Override
        public void apply() {
            String url = EmbeddedDatabase.jdbcUrl(directory, binaries, Durability.KEPT);
            System.setProperty(URL, url);
            System.setProperty(USER, PostgresServer.USER);
            System.setProperty(OWN_URL, url);
        }
    }

    static DatabaseChoice of(Config config) {
        if (value(config, URL).isPresent()) {
            return new Server();
        }
        if (ImageMode.current() != ImageMode.JVM) {
            throw new StartProblem(
                    "the native executable has no PostgreSQL inside: set " + URL + " to a PostgreSQL server");
        }
        Path data = Path.of(value(config, "auditvisa.data-dir").orElse("data"));
        Path binaries = value(config, "auditvisa.postgres.binaries-dir")
                .map(Path::of)
                .orElseGet(() -> data.resolve("postgres-binaries"));
        return new Embedded(data.resolve("postgres"), binaries);
    }

    /** Undoes what an earlier run of this JVM applied, so that it is not taken for a setting. */
    static void forget() {
        String own = System.getProperty(OWN_URL);
        if (own != null && own.equals(System.getProperty(URL))) {
            System.clearProperty(URL);
            System.clearProperty(USER);
        }
    }

    private static Optional<String> value(Config config, String key) {
        return config.getOptionalValue(key, String.class).filter(text -> !text.isBlank());
    }
}
