package io.auditvisa.verify;

import io.auditvisa.certificate.Predicate;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.sql.DataSource;

/** The event that a certificate was issued for, as the database holds it. */
@ApplicationScoped
class RecordedEvent {

    private static final String BY_ID = "SELECT " + EventRow.COLUMNS + " FROM event WHERE id = ?";

    private final DataSource database;

    RecordedEvent(DataSource database) {
        this.database = database;
    }

    /** Whether event and statement speak of the same thing, and the event is {@code processed} with this run hash. */
    boolean agreesWith(long event, Predicate stated, byte[] runHash) throws SQLException {
        return find(event)
                .filter(row -> row.status() == EventStatus.PROCESSED)
                .filter(row -> Arrays.equals(row.result().runHash(), runHash))
                .filter(row -> row.key().eventId().equals(stated.eventId()))
                .filter(row -> row.key().source().equals(stated.source()))
                .filter(row -> row.key().ref().equals(stated.ref()))
                .filter(row -> HexFormat.of().formatHex(row.payloadHash()).equals(stated.payloadHash()))
                .isPresent();
    }

    private Optional<EventRow> find(long event) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(BY_ID)) {
            query.setLong(1, event);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(EventRow.read(row)) : Optional.empty();
            }
        }
    }
}
