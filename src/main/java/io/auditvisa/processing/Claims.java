package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.ContentDiff;
import io.auditvisa.event.CrashPoint;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Transaction 1: stores arrivals, numbered, and decides who runs. Never waits for a run at work (AV-10.3). */
@ApplicationScoped
class Claims {

    private static final List<String> WHOLE_DOCUMENT = List.of("");

    private final Database database;
    private final Pinning pinning;
    private final Limits limits;
    private final Effects effects;
    private final Repeats repeats;
    private final NewEvents newEvents;
    private final NewEvent newEvent;

    Claims(Database database, Pinning pinning, Limits limits, Effects effects, Repeats repeats, NewEvents newEvents) {
        this.database = database;
        this.pinning = pinning;
        this.limits = limits;
        this.effects = effects;
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
        List<Decision> decisions = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            decisions.add(decide(connection, claim, arrival));
        }
        EventRow written = claim.write(limits.grace().toMillis());
        return decisions.stream().map(decision -> decision.settled(written)).toList();
    }

    private Decision decide(Connection connection, Claim claim, Arrival arrival) throws SQLException {
        EventRow row = claim.row();
        if (arrival.again() && isStored(connection, row.id(), arrival)) {
            return alreadyStored(claim, arrival);
        }
        boolean isNew = claim.status() == EventStatus.RECEIVED && row.history().length() == 0;
        if (isNew) {
            return first(connection, claim, arrival);
        }
        boolean conflict = conflicts(row, arrival.incoming());
        if (claim.mayStart(!waitsForPerson(row))) {
            store(connection, claim, arrival, conflict, ArrivalOutcome.RETRIED);
            claim.start(
                    arrival.runId(),
                    "sender",
                    "arrival " + arrival.incoming().receipt().requestId());
            return new Decision(Kind.STARTED, conflict);
        }
        Decision decision = stateOf(claim, conflict, arrival.storeIfRunning());
        if (decision.kind != Kind.RUNNING) {
            ArrivalOutcome outcome =
                    decision.kind == Kind.RUNNING_STORED ? ArrivalOutcome.IN_PROGRESS : ArrivalOutcome.DUPLICATE_REUSED;
            store(connection, claim, arrival, conflict, outcome);
        }
        return decision;
    }

    /** The first try of this request was committed although nobody was told: what it had decided, and its mark. */
    private static Decision alreadyStored(Claim claim, Arrival arrival) {
        boolean conflict = conflicts(claim.row(), arrival.incoming());
        if (!claim.isOwnedBy(arrival.runId())) {
            return stateOf(claim, conflict, true);
        }
        return switch (claim.status()) {
            case PROCESSING -> new Decision(Kind.STARTED, conflict);
            case PROCESSED, FAILED -> new Decision(Kind.ENDED, conflict);
            case RECEIVED, ORPHANED, DUPLICATE_REUSED -> stateOf(claim, conflict, true);
        };
    }

    private Decision first(Connection connection, Claim claim, Arrival arrival) throws SQLException {
        IncomingEvent incoming = arrival.incoming();
        claim.arrival(arrival, ArrivalOutcome.FIRST, List.of());
        Optional<String> owner = canonicalOf(connection, claim.row(), incoming);
        if (owner.isPresent()) {
            claim.reuse(owner.get(), "same business fact as " + owner.get());
            return new Decision(Kind.REUSED, false);
        }
        if (!claim.mayStart(true)) {
            return new Decision(Kind.RESTING, false);
        }
        claim.start(arrival.runId(), "sender", "first arrival");
        // the direct way, for speed: rows alone, a row nobody else can see yet; after any exception the long way is
        // gone
        if (!arrival.again() && effects.areRowsAlone(claim.row())) {
            claim.end(effects.end(connection, claim.locked(), null, arrival.runId()));
            CrashPoint.pass("direct-rows-written");
            return new Decision(Kind.ENDED, false);
        }
        return new Decision(Kind.STARTED, false);
    }

    /** GO-2: the event that owns this one's business fact, when that is another one. */
    private static Optional<String> canonicalOf(Connection connection, EventRow row, IncomingEvent incoming)
            throws SQLException {
        if (incoming.canonicalRef() != null) {
            return Optional.of(incoming.canonicalRef());
        }
        String fact = incoming.refusal() == null ? incoming.fact() : null;
        if (fact == null) {
            return Optional.empty();
        }
        String source = row.key().source();
        try (PreparedStatement statement =
                        Query.prepare(connection, EventSql.FACT, source, fact, row.id(), source, fact);
                ResultSet rows = Query.last(statement)) {
            if (!rows.next()) {
                throw new IllegalStateException("fact without owner: " + source + " " + fact);
            }
            return rows.getLong("id") == row.id() ? Optional.empty() : Optional.of(rows.getString("ref"));
        }
    }

    private static void store(
            Connection connection, Claim claim, Arrival arrival, boolean conflict, ArrivalOutcome otherwise)
            throws SQLException {
        if (conflict) {
            claim.arrival(arrival, ArrivalOutcome.CONFLICT, differences(connection, claim.row(), arrival.incoming()));
        } else {
            claim.arrival(arrival, otherwise, List.of());
        }
    }

    private static Decision stateOf(Claim claim, boolean conflict, boolean stored) {
        Kind kind = switch (claim.status()) {
            case PROCESSED, DUPLICATE_REUSED -> Kind.REUSED;
            case FAILED -> Kind.RESTING;
            case RECEIVED, PROCESSING, ORPHANED -> stored ? Kind.RUNNING_STORED : Kind.RUNNING;
        };
        return new Decision(kind, conflict);
    }

    private boolean waitsForPerson(EventRow row) {
        Failure failure = row.run().failure();
        return failure != null
                && failure.code().equals(Failure.TECHNICAL)
                && row.run().dueAt() == null;
    }

    /** GO-1; another rendering of the same event by API version is none, and an imported event has no content to compare. */
    private static boolean conflicts(EventRow row, IncomingEvent incoming) {
        String earlier = row.apiVersion();
        String later = incoming.payload().apiVersion();
        boolean otherRendering = earlier != null && later != null && !earlier.equals(later);
        return !row.result().imported()
                && !otherRendering
                && !Arrays.equals(row.contentHash(), incoming.payload().contentHash());
    }

    private static List<String> differences(Connection connection, EventRow row, IncomingEvent incoming)
            throws SQLException {
        try (PreparedStatement statement = Query.prepare(connection, EventSql.PAYLOAD, row.id());
                ResultSet rows = statement.executeQuery()) {
            byte[] earlier = rows.next() ? rows.getBytes(1) : null;
            return earlier == null
                    ? WHOLE_DOCUMENT
                    : ContentDiff.pointers(
                            earlier,
                            incoming.payload().bytes(),
                            incoming.payload().volatileMembers());
        }
    }

    private static boolean isStored(Connection connection, long event, Arrival arrival) throws SQLException {
        try (PreparedStatement statement = Query.prepare(
                        connection,
                        EventSql.STORED_REQUEST,
                        event,
                        arrival.incoming().receipt().requestId());
                ResultSet rows = statement.executeQuery()) {
            return rows.next();
        }
    }

    private LockedEvent insertOrLock(Connection connection, IncomingEvent incoming) throws SQLException {
        try (PreparedStatement statement = Query.prepare(connection, EventSql.CLAIM, newEvent.parameters(incoming));
                ResultSet rows = Query.last(statement)) {
            return LockedEvent.read(rows)
                    .orElseThrow(() -> new IllegalStateException(
                            "neither inserted nor found: " + incoming.key().ref()));
        }
    }

    private enum Kind {
        STARTED,
        ENDED,
        REUSED,
        RUNNING,
        RUNNING_STORED,
        RESTING
    }

    private record Decision(Kind kind, boolean conflict) {
        Settled settled(EventRow row) {
            return switch (kind) {
                case STARTED -> new Settled.Started(row, conflict);
                case ENDED -> new Settled.Ended(row, conflict);
                case REUSED -> new Settled.Reused(row, conflict);
                case RUNNING -> new Settled.Running(row, conflict, false);
                case RUNNING_STORED -> new Settled.Running(row, conflict, true);
                case RESTING -> new Settled.Resting(row, conflict);
            };
        }
    }
}
