package io.auditvisa.recovery;

import io.auditvisa.delivery.Delivery;
import io.auditvisa.event.EventKey;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The delivery rows as recovery reads and marks them. */
@ApplicationScoped
class DeliveryRows {

    private static final String CHECKED = """
            UPDATE delivery SET scrubbed_at = clock_timestamp(), damage = ? WHERE id = ?""";

    private static final String KEY = "SELECT source, event_id FROM event WHERE id = ?";

    private static final String TRY_LOCK = "SELECT pg_try_advisory_xact_lock(?)";

    private static final int LONGEST_SECONDS = 60;

    private final DataSource dataSource;

    DeliveryRows(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The next deliveries in id order; imported events have none. */
    List<Delivery> after(long id, int limit) {
        return QuarkusTransaction.requiringNew().call(() -> Delivery.after(id, limit));
    }

    /** The delivery of an event. */
    Optional<Delivery> ofEvent(long event) {
        return QuarkusTransaction.requiringNew().call(() -> Delivery.findByEvent(event));
    }

    /** Notes that the files were compared with the row, and what could not be repaired. */
    void checked(Delivery delivery, @Nullable String damage) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(CHECKED)) {
            update.setString(1, damage);
            update.setLong(2, delivery.id == null ? 0 : delivery.id);
            update.executeUpdate();
        } catch (SQLException failure) {
            throw new IllegalStateException("could not note the check of " + delivery.slug, failure);
        }
    }

    /** Does the work while no run and no other repair of the event can be at work; empty when one is. */
    <T> Optional<T> underEventLock(Delivery delivery, Supplier<T> work) {
        return QuarkusTransaction.requiringNew().timeout(LONGEST_SECONDS).call(() -> {
            try (Connection connection = dataSource.getConnection()) {
                return tryLock(connection, lockKey(connection, delivery.event))
                        ? Optional.of(work.get())
                        : Optional.<T>empty();
            }
        });
    }

    private static long lockKey(Connection connection, long event) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(KEY)) {
            query.setLong(1, event);
            try (ResultSet row = query.executeQuery()) {
                row.next(); // a delivery row refers to an event row
                return new EventKey(row.getString(1), row.getString(2)).lockKey();
            }
        }
    }

    private static boolean tryLock(Connection connection, long key) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(TRY_LOCK)) {
            query.setLong(1, key);
            try (ResultSet row = query.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
