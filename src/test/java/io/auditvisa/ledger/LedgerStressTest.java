package io.auditvisa.ledger;

import static io.auditvisa.ledger.Runs.MESSAGE;
import static io.auditvisa.ledger.Runs.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.api.ProblemException;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Debits, refunds, credits and reports on four accounts at once, in seeded interleavings: 20 s, five minutes with
 * {@code -Dfull=true}. At every check, balances are the sums of their rows and above their limits (IO-10, IO-12).
 */
class LedgerStressTest {

    private static final LedgerDatabase DATABASE = LedgerDatabase.create();
    private static final List<String> ACCOUNTS = List.of("a", "b", "c", "d");
    private static final int THREADS = 12;
    private static final Duration LENGTH = Duration.ofSeconds(Boolean.getBoolean("full") ? 300 : 20);

    private final Runs runs = new Runs(DATABASE);
    private final Bookings bookings = new Bookings(DATABASE.transactions());

    @Test
    void balancesAreTheSumOfTheirRowsAtEveryMoment() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("LedgerStressTest -Dseed=" + seed);
        for (String account : ACCOUNTS) {
            runs.account(account, "usd", 500, account.equals("d") ? 200 : 0);
        }
        Instant end = Instant.now().plus(LENGTH);

        long moves = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = new SplittableRandom(seed + i);
                int number = i;
                running.add(threads.submit(() -> moveUntil(end, random, number)));
            }
            while (Instant.now().isBefore(end)) {
                assertNothingIsWrong();
                Thread.sleep(250);
            }
            for (Future<Long> future : running) {
                moves += future.get();
            }
        }

        assertNothingIsWrong();
        assertThat(moves).isGreaterThan(1000);
        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'refund'"))
                .isPositive();
        assertThat(DATABASE.deadlocks()).isZero();
    }

    private long moveUntil(Instant end, SplittableRandom random, int number) throws SQLException {
        long moves = 0;
        while (Instant.now().isBefore(end)) {
            move(random, number + "-" + moves);
            moves++;
        }
        DATABASE.connection().close();
        return moves;
    }

    private void move(SplittableRandom random, String id) throws SQLException {
        String account = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
        int kind = random.nextInt(10);
        if (kind < 6) {
            // few messages, so that events of one message meet, also under two accounts
            String messageId = "m" + random.nextInt(2000);
            String status = random.nextBoolean() ? "sent" : "delivered";
            runs.run("e" + id, message(messageId, account, 1L + random.nextInt(40), "usd", "MT", status), MESSAGE);
        } else if (kind < 8) {
            runs.run(
                    new EventKey("stripe", "evt" + id),
                    Runs.topUp(account, 1L + random.nextInt(60), "usd"),
                    EnumSet.of(Effect.CREDIT));
        } else if (kind < 9) {
            long cents = 1 + random.nextInt(60);
            creditUnderAnyKey(account, "k" + random.nextInt(5000), cents);
        } else {
            refundAny(random);
        }
    }

    private void creditUnderAnyKey(String account, String key, long cents) {
        try {
            bookings.credit(new Bookings.Credit(account, key, new Money(cents, "usd"), "tester", null));
        } catch (ProblemException keyWasUsed) {
            assertThat(keyWasUsed.code()).isEqualTo("idempotency_conflict");
        }
    }

    private void refundAny(SplittableRandom random) throws SQLException {
        long highest = DATABASE.number("SELECT max(id) FROM ledger_entry");
        try {
            bookings.refund(1 + random.nextLong(highest), "tester", null);
        } catch (ProblemException notRefundable) {
            assertThat(notRefundable.code()).isIn("not_refundable", "not_found");
        }
    }

    private static void assertNothingIsWrong() throws SQLException {
        LedgerInvariants rules = new LedgerInvariants();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
            for (var rule : List.of(
                    rules.balances(),
                    rules.overdrafts(),
                    rules.oneDebitPerEvent(),
                    rules.oneDebitPerMessage(),
                    rules.debitsHaveTheirEvent(),
                    rules.oneCreditPerEvent(),
                    rules.refundsMatchTheirDebit(),
                    rules.entriesInTheAccountsCurrency())) {
                assertThat(rule.check(connection))
                        .satisfies(check ->
                                assertThat(check.holds()).as(check.toString()).isTrue());
            }
            assertRunningBalances(statement);
        }
    }

    /** The balance after each row is the one before it and the row itself: rows of an account are in the order of its money. */
    private static void assertRunningBalances(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("""
                SELECT count(*) FROM (
                    SELECT balance_after_minor AS told,
                           sum(CASE kind WHEN 'debit' THEN -amount_minor ELSE amount_minor END)
                               OVER (PARTITION BY account ORDER BY id) AS counted,
                           created_at < lag(created_at) OVER (PARTITION BY account ORDER BY id) AS earlier
                      FROM ledger_entry) r
                 WHERE told <> counted OR earlier
                """)) {
            row.next();
            assertThat(row.getLong(1)).as("rows out of order").isZero();
        }
    }
}
