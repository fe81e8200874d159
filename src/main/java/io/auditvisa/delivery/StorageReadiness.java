package io.auditvisa.delivery;

import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/** Ready only while packages can be written. */
@Readiness
public class StorageReadiness implements HealthCheck {

    private static final Logger LOG = Logger.getLogger(StorageReadiness.class);

    private final StorageProbe probe;

    public StorageReadiness(StorageProbe probe) {
        this.probe = probe;
    }

    @Override
    public HealthCheckResponse call() {
        Optional<String> trouble = probe.trouble();
        // the path stays in the log: a probe's answer may be read by anyone on the management port
        trouble.ifPresent(LOG::warn);
        return HealthCheckResponse.named("delivery-storage")
                .status(trouble.isEmpty())
                .build();
    }
}
