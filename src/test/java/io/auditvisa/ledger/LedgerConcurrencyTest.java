package io.auditvisa.ledger;

import static io.auditvisa.ledger.Runs.MESSAGE;
import static io.auditvisa.ledger.Runs.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.Business;
import io.auditvisa.ledger.Runs.Result;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** IO-1…IO-4, IO-12 with everything at once, each run on a connection of its own. */
class LedgerConcurrencyTest {

    private static final LedgerDatabase DATABASE = LedgerDatabase.create();
    private final Runs runs = new Runs(DATABASE);

    @BeforeEach
    void empty() throws SQLException {
        DATABASE.execute("SET session_replication_role = replica; DELETE FROM ledger_entry; DELETE FROM inbox_line;"
                + " DELETE FROM account; DELETE FROM event; SET session_replication_role = origin");
    }

    @AfterEach
    void noDeadlockWasBroken() throws SQLException {
        assertThat(DATABASE.deadlocks()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sent", "delivered"})
    void sixteenEventsOfOneMessageMakeOneDebitAndOneLine(String oddStatus) throws Exception {
        runs.account("acme", "usd", 1000);

        List<Result> results = atOnce(
                16,
                i -> runs.run(
                        "e" + i, message("m1", "acme", 30L, "usd", "MT", i % 2 == 0 ? "sent" : oddStatus), MESSAGE));

        assertThat(new HashSet<>(results)).hasSize(1);
        assertThat(results.getFirst().refusal()).isNull();
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(970);
        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(1);
        assertThat(DATABASE.number("SELECT count(*) FROM inbox_line")).isEqualTo(1);
        assertThat(DATABASE.value("SELECT delivery_status FROM inbox_line")).isEqualTo(oddStatus);
        assertThat(DATABASE.value("SELECT delivery_status FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(oddStatus);
    }

    @Test
    void sixteenEventsOfOneMessageUnderARuleWithoutDebitFileOneLine() throws Exception {
        List<Result> results = atOnce(
                16,
                i -> runs.run(
                        "e" + i,
                        message("m1", "acme", null, null),
                        java.util.EnumSet.of(io.auditvisa.event.Effect.INBOX)));

        assertThat(new HashSet<>(results)).hasSize(1);
        assertThat(DATABASE.number("SELECT count(*) FROM inbox_line")).isEqualTo(1);
    }

    @Test
    void ofTwentyFourDebitsABalanceForEightCoversEight() throws Exception {
        runs.account("acme", "usd", 87);

        List<Result> results = atOnce(24, i -> runs.run("e" + i, message("m" + i, "acme", 10L, "usd"), MESSAGE));

        assertThat(results.stream().filter(result -> result.refusal() == null)).hasSize(8);
        assertThat(results.stream().filter(result -> "insufficient_balance".equals(result.refusal())))
                .hasSize(16);
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(7);
        assertThat(DATABASE.number("SELECT count(*) FROM inbox_line")).isEqualTo(8);
    }

    @Test
    void pricesThatDifferDebitOnceAndConflictForTheRest() throws Exception {
        runs.account("acme", "usd", 1000);
        runs.account("other", "usd", 1000);

        List<Result> results = atOnce(
                16, i -> runs.run("e" + i, message("m1", i % 2 == 0 ? "acme" : "other", 10L + i % 4, "usd"), MESSAGE));

        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(1);
        assertThat(results.stream().filter(result -> result.refusal() == null)).hasSize(4);
        assertThat(results.stream().filter(result -> "message_conflict".equals(result.refusal())))
                .hasSize(12);
    }

    @Test
    void messagesThatCrossAccountsAndInboxKeysNeverBlockEachOtherForGood() throws Exception {
        runs.account("acme", "usd", 1000);
        runs.account("other", "usd", 1000);

        List<Result> results = atOnce(32, i -> {
            boolean even = i % 2 == 0;
            Business known = message("m" + i, even ? "acme" : "other", 1L, "usd");
            Business.Message crossed = new Business.Message("m" + i, "key" + i / 2, "MT", "+631", "+632", null, "sent");
            return runs.run(
                    "e" + i,
                    new Business(null, null, null, null, null, null, 1L, "usd", known.account(), crossed),
                    MESSAGE);
        });

        assertThat(results).allMatch(result -> result.refusal() == null);
        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(32);
        assertThat(DATABASE.number("SELECT count(*) FROM inbox_line")).isEqualTo(16);
    }

    private interface Run {
        Result of(int number) throws SQLException;
    }

    private static List<Result> atOnce(int many, Run run) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
            List<Future<Result>> running = new ArrayList<>();
            for (int i : IntStream.range(0, many).toArray()) {
                Callable<Result> task = () -> {
                    DATABASE.connection();
                    start.await();
                    try {
                        return run.of(i);
                    } finally {
                        DATABASE.connection().close();
                    }
                };
                running.add(threads.submit(task));
            }
            start.countDown();
            List<Result> results = new ArrayList<>();
            for (Future<Result> future : running) {
                results.add(future.get());
            }
            return results;
        }
    }
}
