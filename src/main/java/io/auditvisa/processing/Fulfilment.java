package io.auditvisa.processing;

import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Transactions 2 and 3: the end of a run. Source shared → event lock → fence → all that can refuse → effects → files →
 * state, in one transaction; a run that has lost its event changes nothing.
 */
@ApplicationScoped
class Fulfilment {

    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(2);
    private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);

    private final Database database;
    private final Limits limits;
    private final Effects effects;
    private final DeliveryStorage storage;
    private final ProcessingConfig config;
    private final Claims claims;
    private final Pinning pinning;

    Fulfilment(
            Database database,
            Limits limits,
            Effects effects,
            DeliveryStorage storage,
            ProcessingConfig config,
            Claims claims,
            Pinning pinning) {
        this.database = database;
        this.limits = limits;
        this.effects = effects;
        this.storage = storage;
        this.config = config;
        this.claims = claims;
        this.pinning = pinning;
    }

    /** How the end of a run went. */
    sealed interface End {

        /** The official result exists. */
        record Done(EventRow row) implements End {}

        /** No result: refused by the business, or a technical failure that was stored. */
        record Failed(EventRow row) implements End {}

        /** Another run owns the event now, or has ended it; nothing was changed. */
        record Fenced() implements End {}

        /** The storage had no place for it: the event waits, still in processing, for the sweeper. */
        record Held(EventRow row) implements End {}

        /** The source was paused meanwhile; the event waits, still in processing, for its resume. */
        record Paused(EventRow row) implements End {}
    }

    /** Transaction 2. */
    End fulfil(EventRow claimed, UUID run, @Nullable CertificatePackage staged) {
        return database.transaction(connection -> {
            Optional<LockedEvent> fenced = lock(connection, claimed, run);
            if (fenced.isEmpty()) {
                return new End.Fenced();
            }
            LockedEvent locked = fenced.get();
            if (locked.paused()) {
                return new End.Paused(locked.row());
            }
            Ending ending = effects.end(connection, locked, staged, run);
            if (ending.failure() != null) {
                withdrawFiles(locked.row(), run);
                return new End.Failed(finish(connection, locked, run, ending));
            }
            CrashPoint.pass("rows-written");
            EventRow done = finish(connection, locked, run, ending);
            CrashPoint.pass("before-commit");
            return new End.Done(done);
        });
    }

    /** Transaction 3: a technical failure; the sweeper goes on, later and later, up to the limit of attempts. */
    End fail(EventRow claimed, UUID run, String detail) {
        return database.transaction(connection -> {
            Optional<LockedEvent> fenced = lock(connection, claimed, run);
            if (fenced.isEmpty()) {
                return new End.Fenced();
            }
            LockedEvent locked = fenced.get();
            int failures = locked.row().run().technicalFailures() + 1;
            Instant next =
                    failures < config.recovery().maxAttempts() ? locked.now().plus(backoff(failures)) : null;
            Ending ending = Ending.technical(new Failure(Failure.TECHNICAL, detail), failures, next);
            return new End.Failed(finish(connection, locked, run, ending));
        });
    }

    /** AV-11: files of this run's event are published though nothing recorded them; the history says so. */
    void passThroughOrphaned(EventRow claimed, UUID run) {
        database.transaction(connection -> {
            Optional<LockedEvent> locked = lock(connection, claimed, run);
            if (locked.isPresent() && !locked.get().paused()) {
                String reason = "files of " + claimed.pins().slug() + " are published, no record tells of them";
                orphan(connection, locked.get(), run, reason);
            }
            return locked.isPresent();
        });
    }

    private void orphan(Connection connection, LockedEvent locked, UUID run, String reason) throws SQLException {
        // the event row is not locked by the fenced read: lock it now, before its history is read
        LockedEvent current = claims.lock(connection, locked.row().id()).orElseThrow();
        Claim claim = Claim.ofRun(connection, current, pinning, run);
        claim.change(EventStatus.ORPHANED, "recovery", reason);
        claim.change(EventStatus.PROCESSING, "recovery", "completes the record");
        claim.write(limits.grace().toMillis());
    }

    private Optional<LockedEvent> lock(Connection connection, EventRow claimed, UUID run) throws SQLException {
        try (PreparedStatement statement = Query.prepare(
                        connection,
                        EventSql.FULFIL,
                        Long.toString(limits.lockWait().toMillis()),
                        Long.toString(limits.idle().toMillis()),
                        EventKey.sourceLockKey(claimed.key().source()),
                        claimed.key().lockKey(),
                        claimed.id(),
                        run);
                ResultSet rows = Query.last(statement)) {
            return LockedEvent.read(rows);
        }
    }

    /** The change of state that ends a run, and its line in the history; fenced once more, so it must give one row. */
    private static EventRow finish(Connection connection, LockedEvent locked, UUID run, Ending ending)
            throws SQLException {
        EventRow row = locked.row();
        Instant now = locked.now();
        byte[] transition = Ending.transition(row.key(), now, run, ending.status(), ending.reason());
        Failure failure = ending.failure();
        try (PreparedStatement statement = Query.prepare(
                        connection,
                        EventSql.FINISH,
                        ending.status().wireName(),
                        transition,
                        now,
                        ending.status() == EventStatus.PROCESSED ? now : null,
                        ending.runHash(),
                        ending.ledgerEntryId(),
                        ending.inboxLineId(),
                        failure == null ? null : failure.code(),
                        failure == null ? null : failure.detail(),
                        ending.technicalFailures(),
                        ending.nextTry(),
                        row.id(),
                        run,
                        now,
                        transition);
                ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new IllegalStateException(
                        "the fence moved under the lock of " + row.key().ref());
            }
            return EventRow.read(rows);
        }
    }

    /** A refused event keeps no file: what an earlier attempt published is set aside, never served. */
    private void withdrawFiles(EventRow row, UUID run) {
        if (!row.pins().earnsCertificate()) {
            return;
        }
        storage.discard(row.pins().slug(), run);
        if (storage.exists(row.pins().slug())) {
            storage.quarantine(row.pins().slug());
        }
    }

    private static Duration backoff(int failures) {
        long millis = Math.min(LONGEST_BACKOFF.toMillis(), FIRST_BACKOFF.toMillis() << Math.min(failures - 1, 20));
        return Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
    }
}
