package io.auditvisa.ledger;

import static io.auditvisa.ledger.Runs.MESSAGE;
import static io.auditvisa.ledger.Runs.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Statements are planned while the tables are small and run when they are large: a debit must not cost more then. */
class LedgerPlanGrowthTest {

    private static final int GROWN = 60_000;

    private final LedgerDatabase database = LedgerDatabase.create();
    private final Runs runs = new Runs(database);

    @Test
    void aDebitPlannedOnSmallTablesStaysFastOnLargeOnes() throws SQLException {
        runs.account("acme", "usd", 1_000_000);
        grow(1, 60);
        database.execute("ANALYZE");
        debits("small", 20);

        grow(61, GROWN);

        assertThat(debits("large", 20)).isLessThan(Duration.ofMillis(20 * 20));
    }

    @Test
    void aReportPlannedOnSmallTablesFindsItsLineFastInLargeOnes() throws SQLException {
        runs.account("acme", "usd", 1_000_000);
        grow(1, 60);
        database.execute("ANALYZE");
        reports(1, 20);

        grow(61, GROWN);

        assertThat(reports(GROWN - 20, 20)).isLessThan(Duration.ofMillis(20 * 20));
        assertThat(database.number("SELECT count(*) FROM inbox_line")).isEqualTo(GROWN);
    }

    private Duration debits(String prefix, int many) throws SQLException {
        long begin = System.nanoTime();
        for (int i = 0; i < many; i++) {
            String id = prefix + i;
            assertThat(runs.run("e" + id, message("m" + id, "acme", 1L, "usd"), MESSAGE)
                            .refusal())
                    .isNull();
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Second events of known messages, whose lines have other inbox keys. */
    private Duration reports(int from, int many) throws SQLException {
        long begin = System.nanoTime();
        for (int i = from; i < from + many; i++) {
            assertThat(runs.run("r" + i, message("known" + i, "acme", 5L, "usd"), MESSAGE)
                            .line())
                    .isNotNull();
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private void grow(int from, int to) throws SQLException {
        database.execute("""
                INSERT INTO event (source, event_id, ref, type, status, slug, issued_at, base_url, key_id, renderer_version, effects,
                                   amount_minor, account, message_id, direction, payload_hash, content_hash, history_head,
                                   created_at, updated_at, first_processed_at)
                SELECT 'messaging', i, i, 't', 'processed', i, now(), '', '', 1, 'debit,inbox', 5, 'acme', 'known' || i, 'MT', '',
                       '', '', now(), now(), now() FROM generate_series(%1$d, %2$d) i;
                INSERT INTO ledger_entry (account, kind, amount_minor, currency, source, event_id, message_id,
                                          balance_after_minor, created_at)
                SELECT 'acme', 'debit', 5, 'usd', 'messaging', i, 'known' || i, 0, now() FROM generate_series(%1$d, %2$d) i;
                INSERT INTO inbox_line (source, inbox_key, thread, direction, event_id, message_id, account, party_from, party_to,
                                        delivery_status, created_at)
                SELECT 'messaging', 'known' || i, 't', 'MT', i, 'known' || i, 'acme', 'f', 't', 'sent', now()
                  FROM generate_series(%1$d, %2$d) i;
                UPDATE event e SET inbox_line_id = l.id FROM inbox_line l
                 WHERE l.message_id = e.message_id AND e.inbox_line_id IS NULL
                """.formatted(from, to));
    }
}
