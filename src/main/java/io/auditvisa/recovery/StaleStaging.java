package io.auditvisa.recovery;

import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Heartbeat;
import io.auditvisa.health.Schema;
import io.auditvisa.processing.Limits;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Removes what dead runs have staged. By a heartbeat of its own, for a storage that hangs must not hold up the sweeps. */
@ApplicationScoped
class StaleStaging {

    private static final Logger LOG = Logger.getLogger(StaleStaging.class);

    private final DeliveryStorage storage;
    private final Limits limits;
    private @Nullable Heartbeat heartbeat;

    StaleStaging(DeliveryStorage storage, Limits limits) {
        this.storage = storage;
        this.limits = limits;
    }

    void onReady(@Observes Schema.Ready event) {
        heartbeat = Heartbeat.start("stale-staging", limits.every(), this::remove);
    }

    void onStop(@Observes ShutdownEvent event) {
        stopHeartbeat();
    }

    /** Also after a start that failed, which no {@link ShutdownEvent} follows. */
    @PreDestroy
    void stopHeartbeat() {
        if (heartbeat != null) {
            heartbeat.stop();
        }
    }

    /** What is older than the grace belongs to no run that could still publish it. */
    void remove() {
        try {
            int removed = storage.removeStaleStaging(limits.grace());
            if (removed > 0) {
                LOG.infof("stale_staging_removed folders=%d", removed);
            }
        } catch (StorageException failed) {
            LOG.warnf("stale staging stays until the next time: %s", failed.getMessage());
        }
    }
}
