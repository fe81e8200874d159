package io.auditvisa.recovery;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Reads the state of an event's message (GO-5) under its row lock. */
@ApplicationScoped
class NotificationState {

    private static final String STATE = "SELECT state FROM notification WHERE event = ? FOR UPDATE";

    Optional<String> of(Connection connection, long event) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(STATE)) {
            query.setLong(1, event);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }
}
