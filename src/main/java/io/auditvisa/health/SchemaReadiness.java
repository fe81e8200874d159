package io.auditvisa.health;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only once the database has the tables of this version. */
@Readiness
@ApplicationScoped
public class SchemaReadiness implements HealthCheck {

    private final Schema schema;

    SchemaReadiness(Schema schema) {
        this.schema = schema;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("schema").status(schema.isReady()).build();
    }
}
