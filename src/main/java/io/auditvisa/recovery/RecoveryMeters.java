package io.auditvisa.recovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What recovery does on this replica, for {@code /q/metrics}. */
@ApplicationScoped
class RecoveryMeters {

    private final Map<DueEvents.Kind, Swept> latest = new ConcurrentHashMap<>();
    private final Counter takenOver;
    private final Counter rebuilt;
    private final Counter damaged;

    RecoveryMeters(MeterRegistry meters) {
        meters.gauge("auditvisa.recovery.due.events", latest, RecoveryMeters::due);
        meters.gauge("auditvisa.recovery.left.alone.events", latest, RecoveryMeters::leftAlone);
        takenOver = meters.counter("auditvisa.recovery.taken.over");
        rebuilt = meters.counter("auditvisa.recovery.deliveries.rebuilt");
        damaged = meters.counter("auditvisa.recovery.deliveries.damaged");
    }

    private record Swept(int due, int leftAlone) {}

    private static double due(Map<DueEvents.Kind, Swept> latest) {
        return latest.values().stream().mapToInt(Swept::due).sum();
    }

    private static double leftAlone(Map<DueEvents.Kind, Swept> latest) {
        return latest.values().stream().mapToInt(Swept::leftAlone).sum();
    }

    /** A sweep found this many due events of a kind, and left some of them to another replica. */
    void swept(DueEvents.Kind kind, int due, int leftAlone) {
        latest.put(kind, new Swept(due, leftAlone));
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
