package io.auditvisa.processing;

import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.StepLog;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/** From a stored arrival to what its sender is told. */
@ApplicationScoped
class Answers {

    /** When a sender had better ask again, seconds. */
    static final int RETRY_AFTER_SECONDS = 5;

    private static final Logger LOG = Logger.getLogger(Answers.class);

    private final Claims claims;
    private final Run run;
    private final Events events;
    private final MeterRegistry meters;
    private final Signals signals;

    Answers(Claims claims, Run run, Events events, MeterRegistry meters, Signals signals) {
        this.claims = claims;
        this.run = run;
        this.events = events;
        this.meters = meters;
        this.signals = signals;
    }

    /** Ends the run that the arrival started, or reads how it stands; waits for another run at most until {@code deadline}. */
    Outcome answer(Settled settled, IncomingEvent incoming, long deadline) {
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
                ended(run.carryOut(row, runIdOf(row)), row, conflict, deadline);
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

    private Outcome ended(Fulfilment.End end, EventRow claimed, boolean conflict, long deadline) {
        return switch (end) {
            case Fulfilment.End.Done(EventRow row) -> new Outcome.Processed(row.toRecord(null), conflict);
            case Fulfilment.End.Failed(EventRow row) -> failed(row, row, conflict);
            case Fulfilment.End.Held(EventRow row) -> pending(row, row, conflict);
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
        Optional<EventRow> found = events.officialOf(twin);
        if (found.isEmpty()) {
            return new Outcome.Reused(twin.toRecord(null), conflict);
        }
        EventRow canonical = found.get();
        if (canonical.status() != EventStatus.PROCESSED) {
            boolean retry = !canonical.run().waitsForPerson();
            String reason = "arrival of its twin " + twin.key().ref();
            claims.takeUp(canonical.id(), UUID.randomUUID(), "sender", reason, retry)
                    .ifPresent(claimed -> run.carryOut(claimed, runIdOf(claimed)));
            canonical = awaitEnd(canonical, deadline);
        }
        return canonical.status() == EventStatus.PROCESSED
                ? new Outcome.Reused(twin.toRecord(canonical), conflict)
                : failed(twin, canonical, conflict);
    }

    /** Polls without a connection in hand until the event's run has ended or the wait is over. */
    private EventRow awaitEnd(EventRow row, long deadline) {
        EventRow now = events.byId(row.id()).orElse(row);
        while (now.status() == EventStatus.PROCESSING && System.nanoTime() < deadline) {
            signals.await(now.key(), deadline);
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

    /** Stored, and not ended as far as is known. */
    static Outcome pending(Settled settled) {
        return pending(settled.row(), settled.row(), settled.conflict());
    }

    private static Outcome pending(EventRow asked, EventRow running, boolean conflict) {
        return new Outcome.Pending(asked.toRecord(asked == running ? null : running), conflict, RETRY_AFTER_SECONDS);
    }
}
