package io.auditvisa.notification;

import io.auditvisa.notification.OutsideChannel.Call;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The intent rows of one channel. Each method is one statement that commits by itself: no call is made inside a transaction. */
final class OutsideCallRows {

    /** How long a run may take from its claim to its recorded answer; later, it counts as cut off. */
    static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final String CLAIM = """
            UPDATE %1$s SET state = 'attempting', attempts = attempts + 1, run_id = ?,
                   deadline = clock_timestamp() + ? * interval '1 millisecond',
                   next_try_at = clock_timestamp() + ? * interval '1 millisecond', updated_at = clock_timestamp()
             WHERE id IN (SELECT id FROM %1$s WHERE state IN (%2$s) AND next_try_at <= clock_timestamp()
                           ORDER BY next_try_at, id LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING id, event, attempts
            """;

    // A run whose deadline has passed may have called; only where repeats are dropped by the peer is it called again
    // (claim).
    private static final String DOUBT_CUT_OFF = """
            UPDATE %s SET state = 'unknown', next_try_at = NULL, detail = 'cut off before the answer was recorded',
                   updated_at = clock_timestamp()
             WHERE state = 'attempting' AND deadline <= clock_timestamp()
            """;

    // The run that was taken for dead may still turn its own doubt into certainty, and nobody else's.
    private static final String SETTLE = """
            UPDATE %s SET state = ?, next_try_at = clock_timestamp() + ? * interval '1 millisecond',
                   external_id = coalesce(?, external_id), detail = ?, updated_at = clock_timestamp(),
                   sent_at = CASE WHEN ? = 'sent' THEN clock_timestamp() ELSE sent_at END
             WHERE id = ? AND run_id = ? AND state IN ('attempting', 'unknown')
            """;

    private static final String HOLD_ALL = """
            UPDATE %s SET next_try_at = clock_timestamp() + ? * interval '1 millisecond'
             WHERE state = 'intended' AND next_try_at < clock_timestamp() + ? * interval '1 millisecond'
            """;

    private final DataSource dataSource;
    private final String claim;
    private final String doubtCutOff;
    private final String settle;
    private final String holdAll;
    private final RepeatRule rule;

    OutsideCallRows(DataSource dataSource, String table, RepeatRule rule) {
        this.dataSource = dataSource;
        this.rule = rule;
        this.claim = CLAIM.formatted(
                table, rule == RepeatRule.UNTIL_ACKNOWLEDGED ? "'intended', 'unknown', 'attempting'" : "'intended'");
        this.doubtCutOff = DOUBT_CUT_OFF.formatted(table);
        this.settle = SETTLE.formatted(table);
        this.holdAll = HOLD_ALL.formatted(table);
    }

    /** Takes due intents for a new run. */
    List<Call> claim(int most) throws SQLException {
        UUID run = UUID.randomUUID();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setObject(1, run);
            statement.setLong(2, DEADLINE.toMillis());
            statement.setLong(3, DEADLINE.toMillis());
            statement.setInt(4, most);
            List<Call> calls = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    calls.add(new Call(row.getLong(1), row.getLong(2), run, row.getInt(3)));
                }
            }
            return calls;
        }
    }

    /** Runs that never recorded an answer become {@code unknown}, where they must not be called again. */
    void doubtCutOff() throws SQLException {
        if (rule == RepeatRule.ONLY_IF_NOTHING_WAS_ACCEPTED) {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement statement = connection.prepareStatement(doubtCutOff)) {
                statement.executeUpdate();
            }
        }
    }

    /** Records the answer of a run; false when the run no longer owns the row. */
    boolean settle(Call call, OutsideCall after) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(settle)) {
            statement.setString(1, after.state().wireName());
            statement.setObject(2, millis(after.nextTry()), java.sql.Types.BIGINT);
            statement.setString(3, after.externalId());
            statement.setString(4, after.detail());
            statement.setString(5, after.state().wireName());
            statement.setLong(6, call.id());
            statement.setObject(7, call.run());
            return statement.executeUpdate() == 1;
        }
    }

    /** The peer paces all of us, on every replica: no intent of this channel is due before. */
    void holdAll(Duration pause) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(holdAll)) {
            statement.setLong(1, pause.toMillis());
            statement.setLong(2, pause.toMillis());
            statement.executeUpdate();
        }
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }
}
