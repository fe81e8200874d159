package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.ContentDiff;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.IncomingEvent;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What one arrival leads to, decided under the lock of its event: a run, a reuse, a conflict, or nothing yet. */
@ApplicationScoped
class Decisions {

    private static final List<String> WHOLE_DOCUMENT = List.of("");

    private final Effects effects;

    Decisions(Effects effects) {
        this.effects = effects;
    }

    /** Stores the arrival and, as it leads to a run, starts it; both are written with the claim. */
    Decision decide(Connection connection, Claim claim, Arrival arrival) throws SQLException {
        EventRow row = claim.row();
        if (arrival.again() && isStored(connection, row.id(), arrival)) {
            return alreadyStored(claim, arrival);
        }
        boolean isNew = claim.status() == EventStatus.RECEIVED && row.history().length() == 0;
        if (isNew) {
            return first(connection, claim, arrival);
        }
        boolean conflict = conflicts(row, arrival.incoming());
        if (claim.mayStart(!row.run().waitsForPerson())) {
            store(connection, claim, arrival, conflict, ArrivalOutcome.RETRIED);
            claim.start(
                    arrival.runId(),
                    "sender",
                    "arrival " + arrival.incoming().receipt().requestId());
            return new Decision(Decision.Kind.STARTED, conflict);
        }
        Decision decision = stateOf(claim, conflict, arrival.storeIfRunning());
        if (decision.kind() != Decision.Kind.RUNNING) {
            ArrivalOutcome outcome = decision.kind() == Decision.Kind.RUNNING_STORED
                    ? ArrivalOutcome.IN_PROGRESS
                    : ArrivalOutcome.DUPLICATE_REUSED;
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
            case PROCESSING -> new Decision(Decision.Kind.STARTED, conflict);
            case PROCESSED, FAILED -> new Decision(Decision.Kind.ENDED, conflict);
            case RECEIVED, ORPHANED, DUPLICATE_REUSED -> stateOf(claim, conflict, true);
        };
    }

    private Decision first(Connection connection, Claim claim, Arrival arrival) throws SQLException {
        IncomingEvent incoming = arrival.incoming();
        claim.arrival(arrival, ArrivalOutcome.FIRST, List.of());
        Optional<String> owner = canonicalOf(connection, claim.row(), incoming);
        if (owner.isPresent()) {
            claim.reuse(owner.get(), "same business fact as " + owner.get());
            return new Decision(Decision.Kind.REUSED, false);
        }
        if (!claim.mayStart(true)) {
            return new Decision(Decision.Kind.RESTING, false);
        }
        claim.start(arrival.runId(), "sender", "first arrival");
        // the direct way, for speed: rows alone, on a row nobody else can see yet; never after an exception
        if (!arrival.again() && effects.areRowsAlone(claim.row())) {
            claim.end(effects.end(connection, claim.locked(), null, arrival.runId()));
            CrashPoint.pass("direct-rows-written");
            return new Decision(Decision.Kind.ENDED, false);
        }
        return new Decision(Decision.Kind.STARTED, false);
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
        Decision.Kind kind = switch (claim.status()) {
            case PROCESSED, DUPLICATE_REUSED -> Decision.Kind.REUSED;
            case FAILED -> Decision.Kind.RESTING;
            case RECEIVED, PROCESSING, ORPHANED -> stored ? Decision.Kind.RUNNING_STORED : Decision.Kind.RUNNING;
        };
        return new Decision(kind, conflict);
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
}
