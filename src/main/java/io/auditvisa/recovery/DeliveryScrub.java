package io.auditvisa.recovery;

import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * A slow pass over all deliveries, again and again: are the files there, are they what was recorded? A bounded piece at each
 * tick; where it stands is kept in the database, so a restart goes on there.
 */
@ApplicationScoped
public class DeliveryScrub {

    private static final Logger LOG = Logger.getLogger(DeliveryScrub.class);
    private static final int DELIVERIES_A_TICK = 100;

    private final DeliveryRows rows;
    private final DeliveryRepair repair;
    private final DeliveryStorage storage;
    private final ScrubPosition position;
    private final StrayFolders strays;
    private volatile boolean stopped;

    DeliveryScrub(
            DeliveryRows rows,
            DeliveryRepair repair,
            DeliveryStorage storage,
            ScrubPosition position,
            StrayFolders strays) {
        this.rows = rows;
        this.repair = repair;
        this.storage = storage;
        this.position = position;
        this.strays = strays;
    }

    @Scheduled(
            every = "${auditvisa.recovery.every:30s}",
            identity = "delivery-scrub",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    @RunOnVirtualThread
    void tick() {
        try {
            if (!stopped) {
                goOn();
            }
        } catch (SQLException | RuntimeException failed) {
            if (!stopped) {
                LOG.warnf("the scrub of deliveries goes on next time: %s", failed);
            }
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        stopped = true;
    }

    private void goOn() throws SQLException {
        long from = position.read();
        List<Delivery> next = rows.after(from, DELIVERIES_A_TICK);
        for (Delivery delivery : next) {
            if (stopped) {
                return;
            }
            check(delivery);
        }
        if (next.size() < DELIVERIES_A_TICK) {
            strays.report();
            position.complete(from);
        } else {
            Long last = next.getLast().id;
            position.advance(from, last == null ? from : last);
        }
    }

    /** One bad package never stops the rest; a storage that takes no files at all does. */
    private void check(Delivery delivery) {
        try {
            if (repair.check(delivery) instanceof DeliveryRepair.Condition.Left left) {
                LOG.warnf("delivery_left slug=%s: %s", delivery.slug, left.why());
            }
        } catch (RuntimeException failed) {
            if (failed instanceof StorageException) {
                storage.checkWritable();
            }
            LOG.warnf("delivery %s is left to the next pass: %s", delivery.slug, failed);
        }
    }
}
