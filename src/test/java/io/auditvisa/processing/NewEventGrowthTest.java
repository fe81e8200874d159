package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.ledger.LedgerDatabase;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The look-up of new events is planned once, perhaps while nothing is stored: it must stay fast when much is. */
class NewEventGrowthTest {

    private static final int GROWN = 60_000;
    private static final int TIMES = 20;

    private final LedgerDatabase database = LedgerDatabase.create();
    private final Limits limits = new Limits(new SmallRyeConfigBuilder()
            .withMapping(ProcessingConfig.class)
            .withDefaultValue("auditvisa.duplicate-wait", "PT2S")
            .withDefaultValue("auditvisa.recovery.every", "PT30S")
            .withDefaultValue("auditvisa.recovery.grace", "PT30S")
            .build()
            .getConfigMapping(ProcessingConfig.class));

    @Test
    void aLookUpPlannedOnEmptyTablesStaysFastOnLargeOnes() throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            lookUp(connection);

            grow();

            assertThat(lookUp(connection)).isLessThan(Duration.ofMillis(TIMES * 40));
        }
    }

    private Duration lookUp(Connection connection) throws SQLException {
        long begin = System.nanoTime();
        for (int i = 0; i < TIMES; i++) {
            List<Arrival> batch = IntStream.range(0, 20)
                    .mapToObj(n -> n % 2 == 0
                            ? TestMessages.of("acme", 1).arrival()
                            : Arrival.of(TestEvents.certificate().withFact("cs").arrival()))
                    .toList();
            assertThat(NewEventLookUp.unseen(connection, limits, batch)).hasSize(batch.size());
            connection.commit();
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private void grow() throws SQLException {
        database.execute("""
                INSERT INTO account (id, name, currency) VALUES ('acme', 'n', 'usd');
                INSERT INTO event (source, event_id, ref, type, status, slug, issued_at, base_url, key_id, renderer_version, effects,
                                   amount_minor, account, message_id, direction, payload_hash, content_hash, history_head,
                                   created_at, updated_at, first_processed_at)
                SELECT 'messaging', i, i, 't', 'processed', i, now(), '', '', 1, 'debit,inbox', 5, 'acme', 'known' || i, 'MT', '',
                       '', '', now(), now(), now() FROM generate_series(1, %1$d) i;
                INSERT INTO ledger_entry (account, kind, amount_minor, currency, source, event_id, message_id,
                                          balance_after_minor, created_at)
                SELECT 'acme', 'debit', 5, 'usd', 'messaging', i, 'known' || i, 0, now() FROM generate_series(1, %1$d) i;
                INSERT INTO inbox_line (source, inbox_key, thread, direction, event_id, message_id, account, party_from, party_to,
                                        delivery_status, created_at)
                SELECT 'messaging', 'known' || i, 't', 'MT', i, 'known' || i, 'acme', 'f', 't', 'sent', now()
                  FROM generate_series(1, %1$d) i
                """.formatted(GROWN));
    }
}
