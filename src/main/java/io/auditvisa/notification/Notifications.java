package io.auditvisa.notification;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;

/** Writes the intent of an event's one message to the operators (AV-9.1); the outside-call sender sends it after commit. */
@ApplicationScoped
public class Notifications {

    private static final String INTEND = """
            INSERT INTO notification (event, state, next_try_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
            """;

    // "attempting" is left alone: a call may be on its way
    private static final String INTEND_AGAIN = """
            UPDATE notification SET state = ?, next_try_at = ?, detail = NULL, updated_at = ?
             WHERE event = ? AND state IN ('sent', 'unknown', 'failed', 'disabled', 'intended')
            """;

    private final TelegramConfig config;

    Notifications(TelegramConfig config) {
        this.config = config;
    }

    /** Writes the intent row; {@code disabled} without a Telegram token. A second one for an event ends the transaction. */
    public void intend(Connection connection, long event, Instant now) throws SQLException {
        intendAll(connection, List.of(event), now);
    }

    /** The intents of several events in one round trip. */
    public void intendAll(Connection connection, List<Long> events, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INTEND)) {
            for (long event : events) {
                statement.setLong(1, event);
                statement.setString(2, firstState());
                statement.setTimestamp(3, Timestamp.from(now));
                statement.setTimestamp(4, Timestamp.from(now));
                statement.setTimestamp(5, Timestamp.from(now));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** A person wants the message sent again, whatever became of it; false when there is none or it is being sent just now. */
    public boolean intendAgain(Connection connection, long event, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INTEND_AGAIN)) {
            statement.setString(1, firstState());
            statement.setTimestamp(2, Timestamp.from(now));
            statement.setTimestamp(3, Timestamp.from(now));
            statement.setLong(4, event);
            return statement.executeUpdate() == 1;
        }
    }

    private String firstState() {
        return config.token().isPresent() ? CallState.INTENDED.wireName() : CallState.DISABLED.wireName();
    }
}
