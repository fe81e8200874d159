package io.auditvisa.recovery;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Erases payload bytes and personal data of finished events after {@code auditvisa.retention.payload} (GO-8). Keys and hashes
 * stay for ever: repeats still reuse, conflicts are still detected, certificates are still rebuilt. An event that may be
 * tried again (a business refusal) is not finished: its retry needs what it holds.
 */
@ApplicationScoped
public class PayloadRetention {

    private static final Logger LOG = Logger.getLogger(PayloadRetention.class);
    private static final int BATCH = 200;
    private static final int BATCHES_A_TICK = 50;
    private static final long LONGEST_REST_MILLIS = Duration.ofHours(1).toMillis();

    // A forward to the CRM that is still to be sent keeps its event: the peer gets what was meant for it first.
    private static final String ERASE = """
            WITH old AS (
              SELECT id, source, event_id, created_at FROM event
               WHERE (created_at, id) > (?, ?) AND created_at < clock_timestamp() - ? * interval '1 millisecond'
                 AND payload_erased_at IS NULL
                 AND (status IN ('processed', 'duplicate_reused') OR (status = 'failed' AND failure_code = 'abandoned'))
                 AND NOT EXISTS (SELECT FROM crm_forward c
                                  WHERE c.event = event.id AND c.state IN ('intended', 'attempting', 'unknown'))
               ORDER BY created_at, id LIMIT ? FOR NO KEY UPDATE SKIP LOCKED),
            lines AS (
              UPDATE inbox_line l SET party_from = '', party_to = '', message_text = NULL
                FROM old WHERE l.source = old.source AND l.event_id = old.event_id),
            bodies AS (UPDATE crm_forward c SET body = ''::bytea FROM old WHERE c.event = old.id),
            erased AS (
              UPDATE event e SET payload = NULL, email = NULL, party_from = NULL, party_to = NULL, message_text = NULL,
                     payload_erased_at = clock_timestamp()
                FROM old WHERE e.id = old.id)
            SELECT created_at, id, (SELECT count(*) FROM old) AS events FROM old ORDER BY created_at DESC, id DESC LIMIT 1""";

    private final DataSource dataSource;
    private final Optional<Duration> age;
    private Position position = Position.BEGINNING;
    private long restUntil = System.nanoTime();
    private volatile boolean stopped;

    /** Config key {@code auditvisa.retention.payload}: a duration like {@code 90d}; unset, nothing is ever erased. */
    PayloadRetention(
            DataSource dataSource, @ConfigProperty(name = "auditvisa.retention.payload") Optional<Duration> age) {
        this.dataSource = dataSource;
        this.age = age;
    }

    /** Where this replica's pass over the aged events stands; only a short cut, the rows themselves say what is erased. */
    private record Position(OffsetDateTime createdAt, long id, int events) {
        static final Position BEGINNING = new Position(Instant.EPOCH.atOffset(ZoneOffset.UTC), 0, 0);
    }

    @Scheduled(
            every = "${auditvisa.recovery.every:30s}",
            identity = "payload-retention",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    @RunOnVirtualThread
    void tick() {
        if (System.nanoTime() - restUntil >= 0) {
            goOn();
        }
    }

    /** A piece of the pass, without the rest between two passes. */
    void goOn() {
        if (age.isEmpty()) {
            return;
        }
        try {
            erase(age.get());
        } catch (SQLException failed) {
            LOG.warnf("erasing payloads goes on next time: %s", failed.getMessage());
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        stopped = true;
    }

    private void erase(Duration retention) throws SQLException {
        int erased = 0;
        for (int i = 0; i < BATCHES_A_TICK && !stopped; i++) {
            Position next = eraseBatch(retention);
            if (next == null) {
                position = Position.BEGINNING;
                long rest = Math.min(LONGEST_REST_MILLIS, retention.toMillis() / 10);
                restUntil = System.nanoTime() + Duration.ofMillis(rest).toNanos();
                break;
            }
            erased += next.events();
            position = next;
        }
        if (erased > 0) {
            LOG.infof("payloads_erased events=%d older_than=%s", erased, retention);
        }
    }

    private @Nullable Position eraseBatch(Duration retention) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(ERASE)) {
            update.setObject(1, position.createdAt());
            update.setLong(2, position.id());
            update.setLong(3, retention.toMillis());
            update.setInt(4, BATCH);
            try (ResultSet row = update.executeQuery()) {
                return row.next()
                        ? new Position(row.getObject(1, OffsetDateTime.class), row.getLong(2), row.getInt(3))
                        : null;
            }
        }
    }
}
