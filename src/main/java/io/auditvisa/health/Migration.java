package io.auditvisa.health;

import jakarta.inject.Singleton;
import java.time.Duration;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings the tables to this version, on a connection of its own: the pool's would be closed under a long statement. A singleton,
 * so that a URL that cannot be one is refused before anything is tried.
 */
@Singleton
class Migration {

    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration LONGEST_STATEMENT = Duration.ofMinutes(10);

    private final Flyway prepared;
    private final DataSource server;

    Migration(Flyway prepared, DirectConnections connections) {
        this.prepared = prepared;
        this.server = connections.named("auditvisa-migration", CONNECTING, LONGEST_STATEMENT);
    }

    /** Returns when there is nothing left to do; waits while another replica does it. */
    void run() throws FlywayException {
        Flyway.configure()
                .configuration(prepared.getConfiguration())
                .dataSource(server)
                .connectRetries(0)
                .lockRetryCount(-1)
                .load()
                .migrate();
    }
}
