package io.auditvisa.recovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** What recovery does on this replica, for {@code /q/metrics}. */
@ApplicationScoped
class RecoveryMeters {

    private final AtomicInteger due = new AtomicInteger();
    private final AtomicInteger leftAlone = new AtomicInteger();
    private final Counter takenOver;
    private final Counter rebuilt;
    private final Counter damaged;

    RecoveryMeters(MeterRegistry meters) {
        meters.gauge("auditvisa.recovery.due.events", due);
        meters.gauge("auditvisa.recovery.left.alone.events", leftAlone);
        takenOver = meters.counter("auditvisa.recovery.taken.over");
        rebuilt = meters.counter("auditvisa.recovery.deliveries.rebuilt");
        damaged = meters.counter("auditvisa.recovery.deliveries.damaged");
    }

    /** A sweep found this many due events, and left some of them to another replica. */
    void swept(int listed, int foreign) {
        due.set(listed);
        leftAlone.set(foreign);
    }

    void tookOver() {
        takenOver.increment();
    }

    void rebuilt() {
        rebuilt.increment();
    }

    void foundDamaged() {
        damaged.increment();
    }
}
