package io.auditvisa.processing;

import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.StepLog;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One verified event, one official result; every repeat reuses it, never redoes it. The way of every event: reuse, claim,
 * stage, fulfil or fail; the sweeper, a person and a twin come in by {@link #takeUp} and go the same way.
 */
@ApplicationScoped
public class EventProcessor {

    private static final Logger LOG = Logger.getLogger(EventProcessor.class);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final int LONGEST_ANSWER_SECONDS = 12;
    private static final int LONGEST_TWIN_CHAIN = 4;

    private final Claims claims;
    private final Run run;
    private final Events events;
    private final ProcessingConfig config;
    private final StorageWatch storage;
    private final MeterRegistry meters;
    private final SingleFlight<EventKey, Arrival, Settled> flights = new SingleFlight<>();
    private final Signals signals = new Signals();

    EventProcessor(
            Claims claims,
            Run run,
            Events events,
            ProcessingConfig config,
            StorageWatch storage,
            MeterRegistry meters) {
        this.claims = claims;
        this.run = run;
        this.events = events;
        this.config = config;
        this.storage = storage;
        this.meters = meters;
    }

    /**
     * Processes one verified arrival to its one official result, or reuses it. Expected trouble is an outcome. The work goes on
     * when database or storage hang; its sender is told after {@value #LONGEST_ANSWER_SECONDS} seconds to come back.
     */
    public Outcome process(IncomingEvent incoming) {
        CompletableFuture<Settled> stored = new CompletableFuture<>();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("event-" + incoming.key().ref()).start(() -> {
            try {
                outcome.complete(process(incoming, stored));
            } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
            }
        });
        try {
            return outcome.get(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException stillAtWork) {
            return unfinished(stored.getNow(null), incoming);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return unfinished(stored.getNow(null), incoming);
        }
    }

    private static Outcome unfinished(@Nullable Settled stored, IncomingEvent incoming) {
        if (stored != null) {
            return pending(stored.row(), stored.row(), stored.conflict());
        }
        LOG.warnf("%s: the database has not answered in time", incoming.key().ref());
        return new Outcome.Unavailable(
                "database_unavailable", "the database did not answer in time", RETRY_AFTER_SECONDS);
    }

    private Outcome process(IncomingEvent incoming, CompletableFuture<Settled> stored) {
        long deadline = System.nanoTime() + config.duplicateWait().toNanos();
        Settled settled;
        try {
            if (storage.isDownFor(incoming.effects())
                    && events.byKey(incoming.key()).isEmpty()) {
                return new Outcome.Unavailable(
                        "storage_unavailable", "certificates cannot be stored now", RETRY_AFTER_SECONDS);
            }
            settled = settle(Arrival.of(incoming), deadline);
            stored.complete(settled);
        } catch (SourcePausedException paused) {
            return new Outcome.Unavailable("source_paused", "the source is paused by an operator", 60);
        } catch (Database.OverloadedException overloaded) {
            return new Outcome.Unavailable("overloaded", "too many requests are waiting", RETRY_AFTER_SECONDS);
        } catch (Database.DatabaseException failure) {
            LOG.warnf("%s not stored: %s", incoming.key().ref(), failure.getMessage());
            return new Outcome.Unavailable(
                    "database_unavailable", "the event could not be stored now", RETRY_AFTER_SECONDS);
        }
        try {
            return answer(settled, incoming, deadline);
        } catch (SourcePausedException
                | Database.OverloadedException
                | Database.DatabaseException
                | IllegalStateException late) {
            // stored, so never 503: the sweeper goes on
            LOG.warnf(
                    "%s is stored, its end is not known yet: %s", incoming.key().ref(), late.getMessage());
            return pending(settled.row(), settled.row(), settled.conflict());
        }
    }

    /**
     * Runs a known event again, for the sweeper, a person or a twin; empty when it needs no run or its time has not come.
     *
     * @param evenBeforeDue a failed event need not wait for its next try
     * @throws SourcePausedException when its source is paused
     */
    public Optional<EventRow> takeUp(long event, String actor, String reason, boolean evenBeforeDue) {
        UUID runId = UUID.randomUUID();
        return claims.takeUp(event, runId, actor, reason, evenBeforeDue).map(claimed -> {
            carryOut(claimed, runId);
            return events.byId(event).orElse(claimed);
        });
    }

    /** Gives an unfinished event up for good: {@code failed} with code {@code abandoned}; empty when that cannot be. */
    public Optional<EventRow> abandon(long event, String actor, String reason) {
        return claims.abandon(event, actor, reason);
    }

    /**
     * A person did something to an event that does not change its state: {@code action} runs under the event's row lock, and when
     * it has something to tell, that is appended to the history as a row whose two states are the same, in the same transaction.
     */
    public Optional<EventRow> act(long event, String actor, Action action) {
        return claims.act(event, actor, action);
    }

    /** What a person does to an event under its row lock. */
    public interface Action {

        /** Does it, with database time {@code now}; the line for the history, empty when nothing was to be done. */
        Optional<String> on(Connection connection, EventRow row, Instant now) throws SQLException;
    }

    /** Settles the arrival; while another run is at work, waits without a connection, at the end stores it as in progress. */
    private Settled settle(Arrival arrived, long deadline) {
        Arrival arrival = arrived;
        while (true) {
            long left = deadline - System.nanoTime();
            Settled settled = submit(left > 0 ? arrival : arrival.withWaitOver());
            if (!(settled instanceof Settled.Running running) || running.stored()) {
                return settled;
            }
            signals.await(arrival.key(), Math.min(POLL_NANOS, Math.max(left, 1)));
            arrival = arrival.ofKnownEvent();
        }
    }

    /** Once more after any exception, the long way: the request is looked up first, so nothing is stored twice. */
    private Settled submit(Arrival arrival) {
        try {
            return flights.submit(arrival.key(), arrival, claims::settle);
        } catch (SourcePausedException | Database.OverloadedException refused) {
            throw refused;
        } catch (RuntimeException unknown) {
            if (unknown instanceof Database.DatabaseException failure && !failure.reached()) {
                throw unknown;
            }
            LOG.warnf("%s is settled once more, the long way: %s", arrival.key().ref(), unknown);
            return flights.submit(arrival.key(), arrival.onceMore(), claims::settle);
        }
    }

    private Outcome answer(Settled settled, IncomingEvent incoming, long deadline) {
        boolean conflict = settled.conflict();
        if (conflict) {
            LOG.warnf(
                    "%s arrived with other content than the first time, the first counts",
                    incoming.key().ref());
            meters.counter("auditvisa.conflicts", "source", incoming.key().source())
                    .increment();
        }
        return switch (settled) {
            case Settled.Started(EventRow row, boolean ignored) ->
                ended(carryOut(row, runIdOf(row)), row, conflict, deadline);
            case Settled.Ended(EventRow row, boolean ignored) -> {
                run.hasEndedDirectly(row, runIdOf(row));
                yield row.status() == EventStatus.PROCESSED
                        ? new Outcome.Processed(row.toRecord(null), conflict)
                        : failed(row, row, conflict);
            }
            case Settled.Reused(EventRow row, boolean ignored) -> reused(row, incoming, conflict, deadline);
            case Settled.Running(EventRow row, boolean ignored, boolean stored) -> pending(row, row, conflict);
            case Settled.Resting(EventRow row, boolean ignored) -> new Outcome.Failed(row.toRecord(null), conflict);
        };
    }

    private static UUID runIdOf(EventRow claimed) {
        UUID runId = claimed.run().runId();
        if (runId == null) {
            throw new IllegalStateException(
                    "a claimed event has a run: " + claimed.key().ref());
        }
        return runId;
    }

    private Fulfilment.End carryOut(EventRow claimed, UUID runId) {
        signals.begin(claimed.key());
        try {
            return run.carryOut(claimed, runId);
        } finally {
            signals.end(claimed.key());
        }
    }

    private Outcome ended(Fulfilment.End end, EventRow claimed, boolean conflict, long deadline) {
        return switch (end) {
            case Fulfilment.End.Done(EventRow row) -> new Outcome.Processed(row.toRecord(null), conflict);
            case Fulfilment.End.Failed(EventRow row) -> failed(row, row, conflict);
            case Fulfilment.End.Paused(EventRow row) -> pending(row, row, conflict);
            case Fulfilment.End.Fenced fenced -> {
                EventRow now = awaitEnd(claimed, deadline);
                yield now.status() == EventStatus.PROCESSED
                        ? new Outcome.Processed(now.toRecord(null), conflict)
                        : failed(now, now, conflict);
            }
        };
    }

    private Outcome reused(EventRow row, IncomingEvent incoming, boolean conflict, long deadline) {
        String requestId = incoming.receipt().requestId();
        StepLog.log(
                StepLog.Step.event_duplicate_reused,
                row.key(),
                requestId,
                "arrivals",
                row.history().arrivals());
        return row.status() == EventStatus.DUPLICATE_REUSED
                ? ofCanonical(row, conflict, deadline)
                : new Outcome.Reused(row.toRecord(null), conflict);
    }

    /** A twin's answer is its canonical's live outcome; a failed canonical is tried again (GO-2). */
    private Outcome ofCanonical(EventRow twin, boolean conflict, long deadline) {
        Optional<EventRow> found = canonical(twin);
        if (found.isEmpty()) {
            return new Outcome.Reused(twin.toRecord(null), conflict);
        }
        EventRow canonical = found.get();
        if (canonical.status() != EventStatus.PROCESSED) {
            boolean retry = !waitsForPerson(canonical);
            String reason = "arrival of its twin " + twin.key().ref();
            claims.takeUp(canonical.id(), UUID.randomUUID(), "sender", reason, retry)
                    .ifPresent(claimed -> carryOut(claimed, runIdOf(claimed)));
            canonical = awaitEnd(canonical, deadline);
        }
        return canonical.status() == EventStatus.PROCESSED
                ? new Outcome.Reused(twin.toRecord(canonical), conflict)
                : failed(twin, canonical, conflict);
    }

    private Optional<EventRow> canonical(EventRow twin) {
        Optional<EventRow> found = Optional.of(twin);
        for (int i = 0; i < LONGEST_TWIN_CHAIN && found.isPresent(); i++) {
            String ref = found.get().canonicalRef();
            if (ref == null) {
                return found;
            }
            found = events.byRef(ref);
        }
        return found.filter(row -> row.canonicalRef() == null);
    }

    /** Polls without a connection in hand until the event's run has ended or the wait is over. */
    private EventRow awaitEnd(EventRow row, long deadline) {
        EventRow now = events.byId(row.id()).orElse(row);
        while (now.status() == EventStatus.PROCESSING && System.nanoTime() < deadline) {
            signals.await(now.key(), POLL_NANOS);
            now = events.byId(row.id()).orElse(now);
        }
        return now;
    }

    /** A business refusal is an answer; a technical failure with a next try is only "not yet". */
    private static Outcome failed(EventRow asked, EventRow failed, boolean conflict) {
        Failure failure = failed.run().failure();
        boolean goesOn = failure == null || failed.run().dueAt() != null;
        return goesOn
                ? pending(asked, failed, conflict)
                : new Outcome.Failed(asked.toRecord(asked == failed ? null : failed), conflict);
    }

    private static boolean waitsForPerson(EventRow row) {
        Failure failure = row.run().failure();
        return failure != null
                && failure.code().equals(Failure.TECHNICAL)
                && row.run().dueAt() == null;
    }

    private static Outcome pending(EventRow asked, EventRow running, boolean conflict) {
        return new Outcome.Pending(asked.toRecord(asked == running ? null : running), conflict, RETRY_AFTER_SECONDS);
    }
}
