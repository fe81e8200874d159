package io.auditvisa.health;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Migrations run on a connection of their own: the pool's would be closed under a long statement. They wait as long as another
 * replica migrates.
 */
@Singleton
class MigrationConnection implements FlywayConfigurationCustomizer {

    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration LONGEST_STATEMENT = Duration.ofMinutes(10);

    private final DirectConnections connections;

    MigrationConnection(DirectConnections connections) {
        this.connections = connections;
    }

    @Override
    public void customize(FluentConfiguration flyway) {
        flyway.dataSource(connections.named("auditvisa-migration", CONNECTING, LONGEST_STATEMENT))
                .connectRetries(0) // io.auditvisa.health.Schema tries again
                .lockRetryCount(-1);
    }
}
