package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction makes of one event under its row lock: the arrivals it stores, at most one run it starts. Decides
 * on the state as read plus what it has done itself; {@link #write} puts it down in one round trip.
 */
final class Claim {

    private final Connection connection;
    private final EventRow row;
    private final boolean due;
    private final Instant now;
    private final History history;
    private final Pinning pinning;

    private EventStatus status;
    private @Nullable String canonicalRef;
    private @Nullable UUID started;
    private @Nullable Ending ending;

    Claim(Connection connection, LockedEvent locked, Pinning pinning) {
        this.connection = connection;
        this.row = locked.row();
        this.due = locked.due();
        this.now = locked.now();
        this.history = new History(row);
        this.pinning = pinning;
        this.status = row.status();
        this.canonicalRef = row.canonicalRef();
    }

    /** A claim of a run that already owns the event. */
    static Claim ofRun(Connection connection, LockedEvent locked, Pinning pinning, UUID run) {
        if (!run.equals(locked.row().run().runId()) || locked.row().status() != EventStatus.PROCESSING) {
            throw new IllegalStateException(
                    "run " + run + " lost " + locked.row().key().ref());
        }
        return new Claim(connection, locked, pinning);
    }

    EventRow row() {
        return row;
    }

    EventStatus status() {
        return status;
    }

    /** Whether the last run of the event, at work or ended, is this one. */
    boolean isOwnedBy(UUID runId) {
        return runId.equals(started) || runId.equals(row.run().runId());
    }

    void arrival(Arrival arrival, ArrivalOutcome outcome, List<String> differs) {
        history.arrival(arrival.incoming(), outcome, differs);
    }

    /** GO-2: this event reuses the result of another one, for good. */
    void reuse(String ref, String reason) {
        history.transition(now, status, EventStatus.DUPLICATE_REUSED, "sender", reason);
        status = EventStatus.DUPLICATE_REUSED;
        canonicalRef = ref;
    }

    /** Whether a run may start now; a dead owner's lock must be free, which this tries and never waits for (AV-10.1). */
    boolean mayStart(boolean evenBeforeDue) throws SQLException {
        if (started != null || !pinning.canHonour(row)) {
            return false;
        }
        return switch (status) {
            case RECEIVED, ORPHANED -> true;
            case FAILED -> !isAbandoned() && (evenBeforeDue || due);
            case PROCESSING -> due && lockIsFree();
            case PROCESSED, DUPLICATE_REUSED -> false;
        };
    }

    /** Whether a person may give the event up: not finished, and no run holds it. */
    boolean mayBeAbandoned() throws SQLException {
        return switch (status) {
            case RECEIVED, ORPHANED -> true;
            case FAILED -> !isAbandoned();
            case PROCESSING -> due && lockIsFree();
            case PROCESSED, DUPLICATE_REUSED -> false;
        };
    }

    boolean isAbandoned() {
        Failure failure = row.run().failure();
        return failure != null && failure.code().equals(Failure.ABANDONED);
    }

    /** Starts a run: from here on its owner is {@code runId}, until the grace is over. */
    void start(UUID runId, String actor, String reason) {
        history.transition(now, status, EventStatus.PROCESSING, actor, reasonWithOwner(reason));
        status = EventStatus.PROCESSING;
        started = runId;
    }

    /** The direct way: the run that was just started ends in this very transaction. */
    void end(Ending with) {
        history.transition(now, status, with.status(), "run " + started, with.reason());
        status = with.status();
        ending = with;
    }

    /** Whether the event has ended in this transaction. */
    boolean hasEnded() {
        return ending != null;
    }

    /** The event as read under its lock. */
    LockedEvent locked() {
        return new LockedEvent(row, due, now, false);
    }

    /** A person's or the machine's other change of state, for example to {@code failed} by abandoning. */
    void change(EventStatus to, String actor, String reason) {
        history.transition(now, status, to, actor, reason);
        status = to;
    }

    /** What a person did without changing the state. */
    void note(String actor, String what) {
        history.note(now, status, actor, what);
    }

    private String reasonWithOwner(String reason) {
        String text = status == EventStatus.PROCESSING
                ? reason + "; run " + row.run().runId() + " held it, ended without a result by "
                        + row.run().dueAt()
                : reason;
        String keyId = pinning.keyIdFor(row);
        return keyId.equals(row.pins().keyId())
                ? text
                : text + "; pinned key " + row.pins().keyId() + " cannot sign any more, re-pinned to " + keyId;
    }

    private boolean lockIsFree() throws SQLException {
        try (PreparedStatement statement =
                        Query.prepare(connection, EventSql.TRY_LOCK, row.key().lockKey());
                ResultSet rows = statement.executeQuery()) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    /** Writes history and event row in one round trip; the event as it is then. */
    EventRow write(long graceMillis) throws SQLException {
        if (history.isEmpty()) {
            return row;
        }
        boolean starts = started != null;
        boolean changes = status != row.status() || starts;
        Failure failure = ending == null ? null : ending.failure();
        Object[] parameters = history.parametersThen(
                status.wireName(),
                canonicalRef,
                starts ? started : row.run().runId(),
                starts ? 1 : 0,
                starts ? pinning.keyIdFor(row) : row.pins().keyId(),
                ending != null,
                starts,
                graceMillis,
                starts,
                failure == null ? null : failure.code(),
                starts,
                failure == null ? null : failure.detail(),
                status == EventStatus.PROCESSED && ending != null ? now : null,
                ending == null ? null : ending.ledgerEntryId(),
                ending == null ? null : ending.inboxLineId(),
                changes,
                now,
                row.id());
        try (PreparedStatement statement = Query.prepare(connection, history.sql() + EventSql.AFTER_CLAIM, parameters);
                ResultSet rows = Query.last(statement)) {
            if (!rows.next()) {
                throw new IllegalStateException("the locked event " + row.key().ref() + " is gone");
            }
            return EventRow.read(rows);
        }
    }
}
