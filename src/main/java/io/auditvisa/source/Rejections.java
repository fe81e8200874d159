package io.auditvisa.source;

import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Records authentic but stale requests (IO-5): shown in the audit of an event with that id, never an event themselves. */
@ApplicationScoped
public class Rejections {

    private static final Logger LOG = Logger.getLogger(Rejections.class);

    private static final String INSERT = """
            INSERT INTO rejection (source, event_id, code, received_at, signed_at, payload_hash, request_id, detail)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    /** Later than any real signature, and still a timestamp that PostgreSQL and ISO 8601 can write. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final DataSource dataSource;

    public Rejections(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Stores one row. A database in trouble does not change the answer to the sender, so it is only logged. */
    public void record(IncomingEvent stale, String code, String detail) {
        IncomingEvent.Receipt receipt = stale.receipt();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, stale.key().source());
            insert.setString(2, stale.key().eventId());
            insert.setString(3, code);
            insert.setObject(4, utc(receipt.arrivedAt()));
            insert.setObject(5, utc(receipt.signedAt()));
            insert.setBytes(6, Sha256.of(stale.payload().bytes()));
            insert.setString(7, receipt.requestId());
            insert.setString(8, detail);
            insert.executeUpdate();
        } catch (SQLException trouble) {
            LOG.warnf("rejection of %s not recorded: %s", stale.key().ref(), trouble.getMessage());
        }
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
        return instant == null || instant.isAfter(LATEST) ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
