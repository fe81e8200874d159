package io.auditvisa.health;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Ready only while the database answers within {@value #SECONDS} seconds. It asks on a connection of its own: under load all
 * connections of the pool are busy, and a service that is busy must not be taken for one that is cut off.
 */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {

    static final int SECONDS = 2;

    private final PGSimpleDataSource server = new PGSimpleDataSource();

    DatabaseReadiness(
            @ConfigProperty(name = "quarkus.datasource.jdbc.url") String url,
            @ConfigProperty(name = "quarkus.datasource.username") Optional<String> user,
            @ConfigProperty(name = "quarkus.datasource.password") Optional<String> password) {
        server.setUrl(url);
        user.ifPresent(server::setUser);
        password.ifPresent(server::setPassword);
        server.setConnectTimeout(SECONDS);
        server.setSocketTimeout(SECONDS);
        server.setLoginTimeout(SECONDS);
        server.setApplicationName("auditvisa-ready");
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
