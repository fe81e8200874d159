package io.auditvisa.health;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready only while the database answers within {@value #SECONDS} seconds. It asks on a connection of its own: under load all
 * connections of the pool are busy, and a service that is busy must not be taken for one that is cut off.
 */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {

    static final int SECONDS = 2;

    private final DataSource server;

    DatabaseReadiness(DirectConnections connections) {
        Duration patience = Duration.ofSeconds(SECONDS);
        this.server = connections.named("auditvisa-ready", patience, patience);
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("database");
        try (Connection connection = server.getConnection()) {
            return answer.status(connection.isValid(SECONDS)).build();
        } catch (SQLException e) {
            return answer.down()
                    .withData("sql_state", String.valueOf(e.getSQLState()))
                    .build();
        }
    }
}
