package io.auditvisa.recovery;

import io.auditvisa.certificate.CertificateIssuer;
import io.auditvisa.certificate.SigningKeys;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Effect;
import io.auditvisa.event.Heartbeat;
import io.auditvisa.event.KnownSources;
import io.auditvisa.health.Schema;
import io.auditvisa.processing.EventProcessor;
import io.auditvisa.processing.Limits;
import io.auditvisa.processing.SourcePausedException;
import io.auditvisa.recovery.DueEvents.Due;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.virtual.threads.VirtualThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Goes on with what died, failed technically or was left in the middle (AV-11). Every replica may sweep, without a leader: the
 * event's lock decides who takes it up. It calls the processor's own methods; recovery is no separate path.
 */
@ApplicationScoped
public class RecoverySweeper {

    private static final Logger LOG = Logger.getLogger(RecoverySweeper.class);
    private static final int BATCH = 100;
    private static final Duration LAST_RUNS = Duration.ofSeconds(5);

    private final DueEvents dueEvents;
    private final EventProcessor processor;
    private final KnownSources sources;
    private final CertificateIssuer issuer;
    private final SigningKeys keys;
    private final DeliveryStorage storage;
    private final Limits limits;
    private final RecoveryMeters meters;
    private final RunsAtWork runs;
    private @Nullable Heartbeat heartbeat;
    private volatile boolean stopped;

    RecoverySweeper(
            DueEvents dueEvents,
            EventProcessor processor,
            KnownSources sources,
            CertificateIssuer issuer,
            SigningKeys keys,
            DeliveryStorage storage,
            Limits limits,
            RecoveryMeters meters,
            @VirtualThreads ExecutorService threads) {
        this.dueEvents = dueEvents;
        this.processor = processor;
        this.sources = sources;
        this.issuer = issuer;
        this.keys = keys;
        this.storage = storage;
        this.limits = limits;
        this.meters = meters;
        this.runs = new RunsAtWork(threads);
    }

    void onReady(@Observes Schema.Ready event) {
        heartbeat = Heartbeat.start("recovery-sweeper", limits.every(), this::sweep);
    }

    /** One sweep: all that is due at its beginning, and staging that nobody will publish any more. */
    void sweep() {
        try {
            takeUpDue();
        } catch (SQLException | RuntimeException failed) {
            LOG.warnf("the sweep goes on next time: %s", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            int removed = storage.removeStaleStaging(limits.grace());
            if (removed > 0) {
                LOG.infof("stale_staging_removed folders=%d", removed);
            }
        } catch (StorageException failed) {
            LOG.warnf("stale staging stays until the next sweep: %s", failed.getMessage());
        }
    }

    /** Takes nothing new, and lets the runs at work end. */
    void onStop(@Observes ShutdownEvent event) throws InterruptedException {
        stopHeartbeat();
        if (!runs.awaitAll(LAST_RUNS)) {
            LOG.warn("stopped during a run: another sweep takes it over");
        }
    }

    /** Also after a start that failed, which no {@link ShutdownEvent} follows. */
    @PreDestroy
    void stopHeartbeat() {
        stopped = true;
        if (heartbeat != null) {
            heartbeat.stop();
        }
    }

    private void takeUpDue() throws SQLException, InterruptedException {
        OffsetDateTime horizon = dueEvents.now();
        Map<String, Integer> leftAlone = new TreeMap<>();
        int listed = 0;
        Due last = null;
        List<Due> page;
        boolean goesOn = true;
        do {
            page = dueEvents.page(horizon, last, BATCH);
            for (Due due : page) {
                last = due;
                String foreign = whyNotOurs(due);
                if (foreign != null) {
                    leftAlone.merge(foreign, 1, Integer::sum);
                } else if (goesOn) {
                    goesOn = takeUpBeside(due);
                }
            }
            listed += page.size();
        } while (page.size() == BATCH && goesOn);
        if (!stopped && !runs.awaitAll(limits.grace())) {
            LOG.warnf("the sweep ends without its runs of events %s, which hang", runs.events());
        }
        report(listed, leftAlone);
    }

    private void report(int listed, Map<String, Integer> leftAlone) {
        meters.swept(
                listed, leftAlone.values().stream().mapToInt(Integer::intValue).sum());
        if (!leftAlone.isEmpty()) {
            LOG.warnf("events_left_alone, this replica cannot honour them: %s", leftAlone);
        }
    }

    /** A newer or differently configured replica made it (rolling deploys); null when we can carry it out. */
    private @Nullable String whyNotOurs(Due due) {
        if (!sources.knows(due.source())) {
            return "unknown source " + due.source();
        }
        if (Effect.split(due.effects()).isEmpty()) {
            return "unknown effects " + due.effects();
        }
        return issuer.knowsRenderer(due.rendererVersion()) ? null : "unknown renderer version " + due.rendererVersion();
    }

    /** False when this sweep must take up no more. */
    private boolean takeUpBeside(Due due) throws InterruptedException {
        return !stopped && runs.start(due.id(), limits.grace(), () -> takeUp(due));
    }

    /** One bad event never stops the rest. */
    private void takeUp(Due due) {
        if (stopped) {
            return;
        }
        try {
            processor.takeUp(due.id(), "sweeper", due.reason(), false).ifPresent(row -> {
                meters.tookOver();
                LOG.infof(
                        "event_taken_over ref=%s was=%s is=%s",
                        row.key().ref(), due.status().wireName(), row.status().wireName());
            });
        } catch (SourcePausedException paused) {
            LOG.debugf("event %d waits: its source is paused", due.id());
        } catch (RuntimeException failed) {
            LOG.warnf("event %d is left to the next sweep: %s", due.id(), failed);
        }
    }
}
