package io.auditvisa.processing;

import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Transaction 1: locks the event, stores its arrivals, numbered, and starts its run. Never waits for a run at work (AV-10.3). */
@ApplicationScoped
class Claims {

    private final Database database;
    private final Pinning pinning;
    private final Limits limits;
    private final Decisions decisions;
    private final Repeats repeats;
    private final NewEvents newEvents;
    private final NewEvent newEvent;

    Claims(
            Database database,
            Pinning pinning,
            Limits limits,
            Decisions decisions,
            Repeats repeats,
            NewEvents newEvents) {
        this.database = database;
        this.pinning = pinning;
        this.limits = limits;
        this.decisions = decisions;
        this.repeats = repeats;
        this.newEvents = newEvents;
        this.newEvent = new NewEvent(pinning, limits);
    }

    /** Settles the waiting arrivals of one key, in their order. */
    List<Settled> settle(List<Arrival> arrivals) {
        Arrival first = arrivals.getFirst();
        if (arrivals.size() == 1 && !first.again()) {
            Optional<EventRow> finished = repeats.reuse(first.incoming());
            if (finished.isPresent()) {
                return List.of(new Settled.Reused(finished.get(), false));
            }
            Optional<Settled> begun = first.known() ? Optional.empty() : newEvents.begin(first);
            if (begun.isPresent()) {
                return List.of(begun.get());
            }
        }
        return database.transaction(connection -> claim(connection, arrivals));
    }

    /** Starts a run of a known event that needs one; empty when it does not, or when its time has not come. */
    Optional<EventRow> takeUp(long event, UUID runId, String actor, String reason, boolean evenBeforeDue) {
        return database.transaction(connection -> {
            Optional<LockedEvent> locked = lock(connection, event);
            if (locked.isEmpty()) {
                return Optional.<EventRow>empty();
            }
            refusePaused(locked.get());
            Claim claim = new Claim(connection, locked.get(), pinning);
            if (!claim.mayStart(evenBeforeDue)) {
                return Optional.<EventRow>empty();
            }
            claim.start(runId, actor, reason);
            return Optional.of(claim.write(limits.grace().toMillis()));
        });
    }

    /** A person gives an unfinished event up: failed for good. Empty when it is finished, or a run holds it. */
    Optional<EventRow> abandon(long event, String actor, String reason) {
        return database.transaction(connection -> {
            Optional<LockedEvent> locked = lock(connection, event);
            if (locked.isEmpty()) {
                return Optional.<EventRow>empty();
            }
            Claim claim = new Claim(connection, locked.get(), pinning);
            if (!claim.mayBeAbandoned()) {
                return Optional.<EventRow>empty();
            }
            Query.one(connection, EventSql.ABANDON, Failure.ABANDONED, reason, event);
            claim.change(EventStatus.FAILED, actor, reason);
            return Optional.of(claim.write(limits.grace().toMillis()));
        });
    }

    /** Runs a person's action under the row lock and notes it in the history; empty when there was nothing to do. */
    Optional<EventRow> act(long event, String actor, EventProcessor.Action action) {
        return database.transaction(connection -> {
            Optional<LockedEvent> locked = lock(connection, event);
            if (locked.isEmpty()) {
                return Optional.<EventRow>empty();
            }
            Optional<String> line =
                    action.on(connection, locked.get().row(), locked.get().now());
            if (line.isEmpty()) {
                return Optional.<EventRow>empty();
            }
            Claim claim = new Claim(connection, locked.get(), pinning);
            claim.note(actor, line.get());
            return Optional.of(claim.write(limits.grace().toMillis()));
        });
    }

    Optional<LockedEvent> lock(Connection connection, long event) throws SQLException {
        try (PreparedStatement statement =
                        Query.prepare(connection, EventSql.TAKE_UP, lockTimeout(), idleTimeout(), event);
                ResultSet rows = Query.last(statement)) {
            return LockedEvent.read(rows);
        }
    }

    static void refusePaused(LockedEvent locked) {
        if (locked.paused()) {
            throw new SourcePausedException(locked.row().key().source());
        }
    }

    private String idleTimeout() {
        return Long.toString(limits.idle().toMillis());
    }

    private String lockTimeout() {
        return Long.toString(limits.lockWait().toMillis());
    }

    private List<Settled> claim(Connection connection, List<Arrival> arrivals) throws SQLException {
        IncomingEvent first = arrivals.getFirst().incoming();
        LockedEvent locked = insertOrLock(connection, first);
        refusePaused(locked);
        Claim claim = new Claim(connection, locked, pinning);
        List<Decision> made = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            made.add(decisions.decide(connection, claim, arrival));
        }
        EventRow written = claim.write(limits.grace().toMillis());
        return made.stream().map(decision -> decision.settled(written)).toList();
    }

    private LockedEvent insertOrLock(Connection connection, IncomingEvent incoming) throws SQLException {
        try (PreparedStatement statement = Query.prepare(connection, EventSql.CLAIM, newEvent.parameters(incoming));
                ResultSet rows = Query.last(statement)) {
            return LockedEvent.read(rows)
                    .orElseThrow(() -> new IllegalStateException(
                            "neither inserted nor found: " + incoming.key().ref()));
        }
    }
}
