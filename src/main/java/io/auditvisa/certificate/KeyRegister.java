package io.auditvisa.certificate;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The table of every key ever used. It also says which key is newest: the one met last, by any replica, whatever became
 * of the files' dates.
 */
@ApplicationScoped
class KeyRegister {

    /** Later than every key before it, also when the clock was set back. */
    private static final String INSERT = """
            INSERT INTO signing_key (key_id, public_key, valid_from)
            SELECT ?, ?, GREATEST(clock_timestamp(), max(valid_from) + interval '1 microsecond') FROM signing_key
            ON CONFLICT ON CONSTRAINT pk_signing_key DO NOTHING""";

    private static final String RETIRE =
            "UPDATE signing_key SET valid_until = clock_timestamp() WHERE key_id = ? AND valid_until IS NULL";
    private static final String REACTIVATE =
            "UPDATE signing_key SET valid_until = NULL WHERE key_id = ? AND valid_until IS NOT NULL";
    private static final String LIST =
            "SELECT key_id, public_key, valid_from, valid_until FROM signing_key ORDER BY valid_from, key_id";

    private final DataSource database;

    KeyRegister(DataSource database) {
        this.database = database;
    }

    /** Records keys that are new, in this order, and returns all, oldest first. */
    List<PublishedKey> record(List<PublicKey> keys) throws SQLException {
        try (Connection connection = database.getConnection()) {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (PublicKey key : keys) {
                    insert.setString(1, key.keyId());
                    insert.setBytes(2, key.raw());
                    insert.executeUpdate();
                }
            }
            return list(connection);
        }
    }

    /** Marks keys as no longer signing, others as signing again, and returns all, oldest first. */
    List<PublishedKey> change(List<String> retired, List<String> reactivated) throws SQLException {
        try (Connection connection = database.getConnection()) {
            update(connection, RETIRE, retired);
            update(connection, REACTIVATE, reactivated);
            return list(connection);
        }
    }

    private static void update(Connection connection, String sql, List<String> keyIds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (String keyId : keyIds) {
                statement.setString(1, keyId);
                statement.executeUpdate();
            }
        }
    }

    private static List<PublishedKey> list(Connection connection) throws SQLException {
        List<PublishedKey> keys = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(LIST);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                OffsetDateTime from = row.getObject("valid_from", OffsetDateTime.class);
                keys.add(new PublishedKey(
                        row.getString("key_id"),
                        new PublicKey(row.getBytes("public_key")),
                        from.toInstant(),
                        instant(row.getObject("valid_until", OffsetDateTime.class))));
            }
        }
        return keys;
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
