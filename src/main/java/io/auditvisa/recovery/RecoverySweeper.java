package io.auditvisa.recovery;

import io.auditvisa.certificate.CertificateIssuer;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Goes on with what died, failed technically or was left in the middle (AV-11). Every replica may sweep, without a leader: the
 * event's lock decides who takes it up. It calls the processor's own methods; recovery is no separate path.
 *
 * <p>Certificates and rows alone have a sweep each: runs that hang on the storage of deliveries hold up their like only.
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
    private final Limits limits;
    private final RecoveryMeters meters;
    private final List<Sweep> sweeps;
    private final List<Heartbeat> heartbeats = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;

    RecoverySweeper(
            DueEvents dueEvents,
            EventProcessor processor,
            KnownSources sources,
            CertificateIssuer issuer,
            Limits limits,
            RecoveryMeters meters,
            @VirtualThreads ExecutorService threads) {
        this.dueEvents = dueEvents;
        this.processor = processor;
        this.sources = sources;
        this.issuer = issuer;
        this.limits = limits;
        this.meters = meters;
        this.sweeps = Stream.of(DueEvents.Kind.values())
                .map(kind -> new Sweep(kind, new RunsAtWork(threads)))
                .toList();
    }

    void onReady(@Observes Schema.Ready event) {
        for (Sweep sweep : sweeps) {
            heartbeats.add(Heartbeat.start("recovery-sweeper-" + sweep.kind, limits.every(), sweep::run));
        }
    }

    /** One sweep of each kind: all that is due at its beginning. */
    void sweep() {
        sweeps.forEach(Sweep::run);
    }

    /** Takes nothing new, and lets the runs at work end. */
    void onStop(@Observes ShutdownEvent event) throws InterruptedException {
        stopHeartbeat();
        long deadline = System.nanoTime() + LAST_RUNS.toNanos();
        for (Sweep sweep : sweeps) {
            if (!sweep.runs.awaitAll(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                LOG.warn("stopped during a run: another sweep takes it over");
            }
        }
    }

    /** Also after a start that failed, which no {@link ShutdownEvent} follows. */
    @PreDestroy
    void stopHeartbeat() {
        stopped = true;
        heartbeats.forEach(Heartbeat::stop);
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

    /** The sweep of one kind of events. */
    private final class Sweep {

        private final DueEvents.Kind kind;
        private final RunsAtWork runs;

        private Sweep(DueEvents.Kind kind, RunsAtWork runs) {
            this.kind = kind;
            this.runs = runs;
        }

        private void run() {
            try {
                takeUpDue();
            } catch (SQLException | RuntimeException failed) {
                LOG.warnf("the sweep goes on next time: %s", failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
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
                page = dueEvents.page(kind, horizon, last, BATCH);
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

        /** False when this sweep must take up no more. */
        private boolean takeUpBeside(Due due) throws InterruptedException {
            return !stopped && runs.start(due.id(), limits.grace(), () -> takeUp(due));
        }

        private void report(int listed, Map<String, Integer> leftAlone) {
            int foreign =
                    leftAlone.values().stream().mapToInt(Integer::intValue).sum();
            meters.swept(kind, listed, foreign);
            if (!leftAlone.isEmpty()) {
                LOG.warnf("events_left_alone, this replica cannot honour them: %s", leftAlone);
            }
        }
    }
}
