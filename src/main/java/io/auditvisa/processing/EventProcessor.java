package io.auditvisa.processing;

import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.IncomingEvent;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
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
    private static final Duration LONGEST_WORK = Duration.ofSeconds(10);

    /**
     * Arrivals at work in this process, of certificates and of others each, for only the former wait for the storage. Those whose
     * senders were told to come back are still counted.
     */
    static final int MOST_AT_WORK = 1_000;

    private final Claims claims;
    private final Run run;
    private final Events events;
    private final ProcessingConfig config;
    private final StorageWatch storage;
    private final Answers answers;
    private final Signals signals;
    private final Semaphore certificates = new Semaphore(MOST_AT_WORK);
    private final Semaphore others = new Semaphore(MOST_AT_WORK);
    private final SingleFlight<EventKey, Arrival, Settled> flights = new SingleFlight<>();

    EventProcessor(
            Claims claims,
            Run run,
            Events events,
            ProcessingConfig config,
            StorageWatch storage,
            Answers answers,
            Signals signals) {
        this.claims = claims;
        this.run = run;
        this.events = events;
        this.config = config;
        this.storage = storage;
        this.answers = answers;
        this.signals = signals;
    }

    /**
     * Processes one verified arrival to its one official result, or reuses it. Expected trouble is an outcome. The work goes on
     * when database or storage hang; its sender is told ten seconds after the wait for a run at work to come back.
     */
    public Outcome process(IncomingEvent incoming) {
        Semaphore atWork = incoming.effects().contains(Effect.CERTIFICATE) ? certificates : others;
        if (!atWork.tryAcquire()) {
            return overloaded();
        }
        CompletableFuture<Settled> stored = new CompletableFuture<>();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("event-" + incoming.key().ref()).start(() -> {
            try {
                outcome.complete(process(incoming, stored));
            } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
            } finally {
                atWork.release();
            }
        });
        try {
            return outcome.get(config.duplicateWait().plus(LONGEST_WORK).toMillis(), TimeUnit.MILLISECONDS);
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

    private static Outcome overloaded() {
        return new Outcome.Unavailable("overloaded", "too many requests are waiting", Answers.RETRY_AFTER_SECONDS);
    }

    private static Outcome unfinished(@Nullable Settled stored, IncomingEvent incoming) {
        if (stored != null) {
            return Answers.pending(stored);
        }
        LOG.warnf("%s: the database has not answered in time", incoming.key().ref());
        return new Outcome.Unavailable(
                "database_unavailable", "the database did not answer in time", Answers.RETRY_AFTER_SECONDS);
    }

    private Outcome process(IncomingEvent incoming, CompletableFuture<Settled> stored) {
        long deadline = System.nanoTime() + config.duplicateWait().toNanos();
        Settled settled;
        try {
            if (storage.isDownFor(incoming.effects())
                    && events.byKey(incoming.key()).isEmpty()) {
                return new Outcome.Unavailable(
                        "storage_unavailable", "certificates cannot be stored now", Answers.RETRY_AFTER_SECONDS);
            }
            settled = settle(Arrival.of(incoming), deadline);
            stored.complete(settled);
        } catch (SourcePausedException paused) {
            return new Outcome.Unavailable("source_paused", "the source is paused by an operator", 60);
        } catch (Database.OverloadedException overloaded) {
            return overloaded();
        } catch (Database.DatabaseException failure) {
            LOG.warnf("%s not stored: %s", incoming.key().ref(), failure.getMessage());
            return new Outcome.Unavailable(
                    "database_unavailable", "the event could not be stored now", Answers.RETRY_AFTER_SECONDS);
        }
        try {
            return answers.answer(settled, incoming, deadline);
        } catch (SourcePausedException
                | Database.OverloadedException
                | Database.DatabaseException
                | IllegalStateException late) {
            // stored, so never 503: the sweeper goes on
            LOG.warnf(
                    "%s is stored, its end is not known yet: %s", incoming.key().ref(), late.getMessage());
            return Answers.pending(settled);
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
            run.carryOut(claimed, runId);
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
            boolean waitOver = System.nanoTime() >= deadline;
            Settled settled = submit(waitOver ? arrival.withWaitOver() : arrival);
            if (!(settled instanceof Settled.Running running) || running.stored()) {
                return settled;
            }
            signals.await(arrival.key(), deadline);
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
}
