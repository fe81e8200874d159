package io.auditvisa.recovery;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** How far a source has been compared, and which replica compares it now. Each method is one statement. */
@ApplicationScoped
class ReconciliationRows {

    private static final int LEASE_SECONDS = 150;

    private static final String LEASE = """
            INSERT INTO reconciliation AS r (source, leased_by, leased_until)
            VALUES (?, ?, clock_timestamp() + ? * interval '1 second')
              ON CONFLICT ON CONSTRAINT pk_reconciliation
              DO UPDATE SET leased_by = excluded.leased_by, leased_until = excluded.leased_until
               WHERE r.leased_until < clock_timestamp() OR r.leased_by = excluded.leased_by
            RETURNING checked_from, checked_to, clock_timestamp() AS db_now""";

    private static final String RELEASE =
            "UPDATE reconciliation SET leased_until = '-infinity' WHERE source = ? AND leased_by = ?";

    private static final String COMPLETE = """
            UPDATE reconciliation SET leased_until = '-infinity', checked_to = ?,
                   checked_from = CASE WHEN checked_to >= ? THEN least(checked_from, ?) ELSE ? END
             WHERE source = ? AND leased_by = ?""";

    private final DataSource dataSource;

    ReconciliationRows(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The right to compare, until it runs out or is given back. */
    record Lease(String source, UUID owner, @Nullable Instant checkedTo, Instant now) {}

    /** Takes or renews the right; empty when another replica has it. */
    Optional<Lease> lease(String source, UUID owner) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(LEASE)) {
            update.setString(1, source);
            update.setObject(2, owner);
            update.setInt(3, LEASE_SECONDS);
            try (ResultSet row = update.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                OffsetDateTime to = row.getObject("checked_to", OffsetDateTime.class);
                Instant now = row.getObject("db_now", OffsetDateTime.class).toInstant();
                return Optional.of(new Lease(source, owner, to == null ? null : to.toInstant(), now));
            }
        }
    }

    /** Gives the right back without a result. */
    void release(Lease lease) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(RELEASE)) {
            update.setString(1, lease.source());
            update.setObject(2, lease.owner());
            update.executeUpdate();
        }
    }

    /** Notes that there are no gaps in this time, and gives the right back. */
    void complete(Lease lease, Instant from, Instant to) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(COMPLETE)) {
            OffsetDateTime start = from.atOffset(ZoneOffset.UTC);
            update.setObject(1, to.atOffset(ZoneOffset.UTC));
            update.setObject(2, start);
            update.setObject(3, start);
            update.setObject(4, start);
            update.setString(5, lease.source());
            update.setObject(6, lease.owner());
            update.executeUpdate();
        }
    }
}
