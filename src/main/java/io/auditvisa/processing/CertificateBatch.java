package io.auditvisa.processing;

import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.DeliveryStorage.StagedFolder;
import io.auditvisa.delivery.Publication;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.notification.Notifications;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Transaction 2 of several first runs at once: certificates that are staged while others are being recorded share the next
 * transaction, so many cost one COMMIT and one wait for the folder. The steps and their order are those of {@link Fulfilment}.
 *
 * <p>Only first runs whose one result is a certificate are taken. A run that does not get its locks at once, has lost its event,
 * or finds its source paused is left to {@link Fulfilment}, with nothing changed; so is each run of a transaction that ended
 * with an exception: what it had published is then found equal and adopted. A storage that hangs holds up these runs and no
 * others, however many wait.
 */
@ApplicationScoped
class CertificateBatch {

    /** Transactions under way at a time in this process. */
    static final int LANES = 2;

    /** Packages in one transaction: it must not hold a connection idle for long while they are published. */
    private static final int MOST = 16;

    private final Database database;
    private final Limits limits;
    private final DeliveryStorage storage;
    private final Notifications notifications;
    private final SingleFlight<Integer, Item, Optional<EventRow>> flights = new SingleFlight<>(MOST);

    private record Item(EventRow row, UUID run, CertificatePackage staged) {

        EventKey key() {
            return row.key();
        }
    }

    CertificateBatch(Database database, Limits limits, DeliveryStorage storage, Notifications notifications) {
        this.database = database;
        this.limits = limits;
        this.storage = storage;
        this.notifications = notifications;
    }

    /** Whether a run can be recorded in company. */
    boolean takes(EventRow claimed) {
        return claimed.run().attempt() == 1
                && claimed.pins().refusal() == null
                && Effects.areCertificateAlone(
                        Effect.split(claimed.pins().effects()).orElseThrow());
    }

    /** The processed event; empty, with nothing changed, when the run must be fulfilled by itself. */
    Optional<EventRow> fulfil(EventRow claimed, UUID run, CertificatePackage staged) {
        Item item = new Item(claimed, run, staged);
        return flights.submit(
                Math.floorMod(run.hashCode(), LANES),
                item,
                batch -> database.transaction(connection -> fulfil(connection, batch)));
    }

    private List<Optional<EventRow>> fulfil(Connection connection, List<Item> batch) throws SQLException {
        Owned owned = lock(connection, batch);
        Map<UUID, EventRow> done = owned.items().isEmpty() ? Map.of() : fulfil(connection, owned);
        return batch.stream()
                .map(item -> Optional.ofNullable(done.get(item.run())))
                .toList();
    }

    /** The runs that still own their events, whose locks this transaction has, and the database's time after that. */
    private record Owned(List<Item> items, Instant now) {}

    private Owned lock(Connection connection, List<Item> batch) throws SQLException {
        try (PreparedStatement statement = Query.prepare(
                connection,
                EventSql.FULFIL_MANY,
                Long.toString(limits.batchLockWait().toMillis()),
                Long.toString(limits.idle().toMillis()),
                Query.array(
                        connection,
                        "bigint",
                        batch,
                        item -> EventKey.sourceLockKey(item.key().source())),
                Query.array(connection, "bigint", batch, item -> item.key().lockKey()),
                Query.array(connection, "bigint", batch, item -> item.row().id()),
                Query.array(connection, "uuid", batch, Item::run))) {
            List<Boolean> mine = Query.tryLocks(statement);
            ResultSet found = statement.getResultSet();
            List<Item> owned = new ArrayList<>();
            Instant now = Instant.EPOCH;
            for (int i = 0; found.next(); i++) {
                now = found.getObject("db_now", OffsetDateTime.class).toInstant();
                if (mine.get(i) && found.getBoolean("owned")) {
                    owned.add(batch.get(i));
                }
            }
            return new Owned(owned, now);
        }
    }

    private Map<UUID, EventRow> fulfil(Connection connection, Owned owned) throws SQLException {
        write(connection, owned.items(), owned.now());
        CrashPoint.pass("rows-written");
        Map<UUID, EventRow> done = finish(connection, owned.items(), owned.now());
        CrashPoint.pass("before-commit");
        return done;
    }

    private void write(Connection connection, List<Item> owned, Instant now) throws SQLException {
        List<Long> notified = owned.stream()
                .filter(item -> item.row().pins().effects().contains(Effect.NOTIFICATION.wireName()))
                .map(item -> item.row().id())
                .toList();
        if (!notified.isEmpty()) {
            notifications.intendAll(connection, notified, now);
        }
        Delivery.persist(owned.stream().map(item -> Effects.delivery(item.row(), item.staged(), now)));
        Delivery.flush();
        CrashPoint.pass("delivery-row-written");
        List<Publication> published = storage.publishAll(owned.stream()
                .map(item -> new StagedFolder(item.row().pins().slug(), item.run()))
                .toList());
        CrashPoint.pass("folder-published");
        for (int i = 0; i < owned.size(); i++) {
            Effects.logWritten(owned.get(i).row(), published.get(i));
        }
    }

    private static Map<UUID, EventRow> finish(Connection connection, List<Item> owned, Instant now)
            throws SQLException {
        Map<UUID, EventRow> done = new HashMap<>();
        try (PreparedStatement statement = Query.prepare(
                        connection,
                        EventSql.FINISH_MANY,
                        Query.array(
                                connection, "bigint", owned, item -> item.row().id()),
                        Query.array(connection, "uuid", owned, Item::run),
                        Query.array(
                                connection,
                                "bytea",
                                owned,
                                item -> Ending.transition(
                                        item.key(), now, item.run(), EventStatus.PROCESSED, Ending.OFFICIAL_RESULT)),
                        Query.array(
                                connection,
                                "bytea",
                                owned,
                                item -> item.staged().runHash()),
                        now,
                        now);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                EventRow row = EventRow.read(rows);
                done.put(row.run().runId(), row);
            }
        }
        if (done.size() != owned.size()) {
            throw new IllegalStateException("the fence moved under the locks of " + owned.size() + " runs");
        }
        return done;
    }
}
