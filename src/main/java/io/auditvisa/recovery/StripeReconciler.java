package io.auditvisa.recovery;

import io.auditvisa.processing.SourceStates;
import io.auditvisa.recovery.ReconciliationRows.Lease;
import io.auditvisa.recovery.StripeApi.UnavailableException;
import io.auditvisa.source.Source;
import io.auditvisa.source.SourceKind;
import io.auditvisa.source.Sources;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Finds deliveries that Stripe did not make (GO-4): pages through its list of events from the last complete comparison, with
 * an overlap, and processes the keys that are not known here. Only one replica compares a source at a time.
 */
@ApplicationScoped
public class StripeReconciler {

    private static final Logger LOG = Logger.getLogger(StripeReconciler.class);
    private static final Duration OVERLAP = Duration.ofHours(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final int MOST_WAITS = 5;
    private static final String USUAL_NAME = "stripe";

    private final StripeApi api;
    private final Sources sources;
    private final SourceStates states;
    private final ReconciliationRows rows;
    private final MissedEvents missedEvents;
    private volatile boolean stopped;

    StripeReconciler(
            StripeApi api, Sources sources, SourceStates states, ReconciliationRows rows, MissedEvents missedEvents) {
        this.api = api;
        this.sources = sources;
        this.states = states;
        this.rows = rows;
        this.missedEvents = missedEvents;
    }

    /** How a comparison ended. */
    public sealed interface End {

        /** Everything in the list is known here now. */
        record Complete(Reconciliation report) implements End {}

        /** The source is paused: nothing more is done until it is resumed. */
        record Paused() implements End {}

        /** Another replica compares at this moment. */
        record Busy() implements End {}

        /** Stripe or our database did not go along; the next comparison begins where this one did. */
        record Incomplete(String why, Duration retryAfter) implements End {}
    }

    void onStart(@Observes StartupEvent event) {
        boolean anySource = sources.all().stream().anyMatch(source -> source.kind() == SourceKind.STRIPE);
        if (anySource && !api.isOn()) {
            LOG.info("Reconciliation with Stripe is off: auditvisa.stripe.api-key is not set");
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        stopped = true;
    }

    /** Whether there is an API key. */
    public boolean isOn() {
        return api.isOn();
    }

    /** Compares the source that the API key belongs to: the one named {@code stripe}, or the only one of its kind. */
    @Scheduled(
            every = "${auditvisa.stripe.reconcile-every:15m}",
            delayed = "10s",
            identity = "stripe-reconciler",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    @RunOnVirtualThread
    void onSchedule() {
        if (!api.isOn() || stopped) {
            return;
        }
        try {
            Optional<Source> source = ownSource();
            if (source.isPresent()) {
                reconcile(source.get());
            }
        } catch (SQLException | RuntimeException failed) {
            LOG.warnf("reconciliation goes on next time: %s", failed);
        }
    }

    private Optional<Source> ownSource() {
        List<Source> stripes = sources.all().stream()
                .filter(source -> source.kind() == SourceKind.STRIPE)
                .toList();
        return stripes.size() == 1
                ? Optional.of(stripes.getFirst())
                : stripes.stream()
                        .filter(source -> source.name().equals(USUAL_NAME))
                        .findFirst();
    }

    /** Compares one source now. */
    public End reconcile(Source source) throws SQLException {
        if (states.isPaused(source.name())) {
            return new End.Paused();
        }
        Optional<Lease> lease = rows.lease(source.name(), UUID.randomUUID());
        if (lease.isEmpty()) {
            return new End.Busy();
        }
        boolean completed = false;
        try {
            End end = compareOrGiveUp(source, lease.get());
            completed = end instanceof End.Complete;
            return end;
        } finally {
            if (!completed) {
                rows.release(lease.get());
            }
        }
    }

    private End compareOrGiveUp(Source source, Lease lease) throws SQLException {
        End end;
        try {
            end = compare(source, lease);
        } catch (UnavailableException unavailable) {
            end = new End.Incomplete(String.valueOf(unavailable.getMessage()), unavailable.retryAfter());
        }
        if (end instanceof End.Incomplete(String why, Duration after)) {
            LOG.warnf("reconciliation_incomplete source=%s: %s", source.name(), why);
        }
        return end;
    }

    private End compare(Source source, Lease lease) throws SQLException, UnavailableException {
        Instant since = lease.checkedTo() == null ? null : lease.checkedTo().minus(OVERLAP);
        MissedEvents.Tally tally = new MissedEvents.Tally();
        StripeApi.Page page;
        do {
            page = pageAfter(tally.lastId(), since);
            Optional<End> stop = missedEvents.process(source, page.events(), tally);
            if (stop.isPresent()) {
                return stop.get();
            }
            if (stopped || rows.lease(source.name(), lease.owner()).isEmpty()) {
                return new End.Incomplete("interrupted", Duration.ofSeconds(1));
            }
        } while (page.hasMore() && !page.events().isEmpty());
        Instant from = since == null ? tally.oldest(lease.now()) : since;
        Reconciliation report = tally.report(source.name(), from, lease.now());
        rows.complete(lease, from, lease.now());
        LOG.infof("reconciled source=%s: %s", source.name(), report.message());
        return new End.Complete(report);
    }

    /** Asks again when Stripe paces us and the wait is short. */
    private StripeApi.Page pageAfter(@Nullable String last, @Nullable Instant since) throws UnavailableException {
        for (int waits = 0; ; waits++) {
            try {
                return api.list(since, last);
            } catch (UnavailableException paced) {
                if (!paced.isPacing()
                        || waits == MOST_WAITS
                        || paced.retryAfter().compareTo(LONGEST_WAIT) > 0) {
                    throw paced;
                }
                sleep(paced);
            }
        }
    }

    private static void sleep(UnavailableException paced) throws UnavailableException {
        try {
            Thread.sleep(paced.retryAfter());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw paced;
        }
    }
}
