package io.auditvisa.delivery;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/** Ready only while packages can be written. */
@Readiness
public class StorageReadiness implements HealthCheck {

    private static final Logger LOG = Logger.getLogger(StorageReadiness.class);

    private final DeliveryStorage storage;

    public StorageReadiness(DeliveryStorage storage) {
        this.storage = storage;
    }

    @Override
    public HealthCheckResponse call() {
        try {
            storage.checkWritable();
            return HealthCheckResponse.named("delivery-storage").up().build();
        } catch (StorageException failure) {
            // the path stays in the log: a probe's answer may be read by anyone on the management port
            LOG.warn(failure.getMessage());
            return HealthCheckResponse.named("delivery-storage").down().build();
        }
    }
}
