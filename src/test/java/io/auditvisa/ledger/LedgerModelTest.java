package io.auditvisa.ledger;

import static io.auditvisa.ledger.Runs.MESSAGE;
import static io.auditvisa.ledger.Runs.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.api.ProblemException;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.ledger.Runs.Result;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random sequences of operations against a plain model in memory, equal after each step; the seed is printed. */
class LedgerModelTest {

    private static final LedgerDatabase DATABASE = LedgerDatabase.create();
    private static final List<String> ACCOUNTS = List.of("a", "b");
    private static final List<String> STATUSES = List.of("queued", "sent", "delivered", "failed");
    private static final int STEPS = Boolean.getBoolean("full") ? 20_000 : 1_000;

    private final Runs runs = new Runs(DATABASE);
    private final Bookings bookings = new Bookings(DATABASE.transactions());

    /** What the model knows of a message. */
    private static final class Sent {
        private final String account;
        private final long amount;
        private String status;

        private Sent(String account, long amount, String status) {
            this.account = account;
            this.amount = amount;
            this.status = status;
        }
    }

    private final Map<String, Long> balances = new HashMap<>();
    private final Map<String, Sent> messages = new HashMap<>();
    private final Map<Long, Sent> debits = new HashMap<>();
    private final Set<Long> refunded = new HashSet<>();
    private final Map<String, Long> keys = new HashMap<>();
    private final Set<String> closed = new HashSet<>();

    @Test
    void theLedgerEqualsAPlainModelAfterEachStep() throws SQLException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("LedgerModelTest -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (String account : ACCOUNTS) {
            runs.account(account, "usd", 0, account.equals("b") ? 30 : 0);
            balances.put(account, 0L);
        }

        for (int step = 0; step < STEPS; step++) {
            String account = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> send("e" + step, account, random);
                case 4 -> topUp("t" + step, account, random);
                case 5 -> credit(account, random);
                case 6 -> refund(random);
                default -> closeOrOpen(account, random);
            }
            compare(step);
        }

        assertThat(debits).isNotEmpty();
        assertThat(refunded).isNotEmpty();
    }

    private void send(String event, String account, SplittableRandom random) throws SQLException {
        String id = "m" + random.nextInt(STEPS);
        Long amount = random.nextInt(6) == 0 ? null : (Long) (long) random.nextInt(12);
        String direction = random.nextInt(4) == 0 ? "MO" : "MT";
        String status = STATUSES.get(random.nextInt(STATUSES.size()));
        String expected = expectedRefusal(id, account, amount, direction);

        Result result = runs.run(event, message(id, account, amount, "usd", direction, status), MESSAGE);

        assertThat(result.refusal()).as(event + " " + id).isEqualTo(expected);
        if (expected == null) {
            follow(id, account, amount, status, result);
        }
    }

    private @Nullable String expectedRefusal(String id, String account, @Nullable Long amount, String direction) {
        Sent known = messages.get(id);
        if (known != null && (known.amount > 0 || direction.equals("MO"))) {
            boolean same = known.account.equals(account) && (amount == null || amount == known.amount);
            return same ? null : "message_conflict";
        }
        if (amount == null || (amount == 0 && direction.equals("MT"))) {
            return "amount_invalid";
        }
        if (closed.contains(account)) {
            return "account_closed";
        }
        long limit = account.equals("b") ? -30 : 0;
        return balances.get(account) - amount < limit ? "insufficient_balance" : null;
    }

    private void follow(String id, String account, @Nullable Long amount, String status, Result result) {
        Sent known = messages.get(id);
        boolean debited = known == null || (known.amount == 0 && amount != null && amount > 0);
        if (debited) {
            Sent sent = new Sent(account, amount == null ? 0 : amount, status);
            messages.put(id, sent);
            balances.merge(account, -sent.amount, Long::sum);
            if (sent.amount > 0) {
                debits.put(result.entry(), sent);
            }
        } else if (rank(status) > rank(known.status)) {
            known.status = status;
        }
    }

    private void topUp(String event, String account, SplittableRandom random) throws SQLException {
        long amount = 1 + random.nextInt(20);

        Result result =
                runs.run(new EventKey("stripe", event), Runs.topUp(account, amount, "usd"), EnumSet.of(Effect.CREDIT));

        assertThat(result.refusal()).isEqualTo(closed.contains(account) ? "account_closed" : null);
        if (result.refusal() == null) {
            balances.merge(account, amount, Long::sum);
        }
    }

    private void credit(String account, SplittableRandom random) {
        String key = account + random.nextInt(60);
        long amount = 1 + random.nextInt(2);
        Long known = keys.get(key);
        String expected = known != null
                ? (known == amount ? null : "idempotency_conflict")
                : closed.contains(account) ? "account_closed" : null;

        assertThat(problem(() ->
                        bookings.credit(new Bookings.Credit(account, key, new Money(amount, "usd"), "tester", null))))
                .isEqualTo(expected);
        if (expected == null && known == null) {
            keys.put(key, amount);
            balances.merge(account, amount, Long::sum);
        }
    }

    private void refund(SplittableRandom random) {
        if (debits.isEmpty()) {
            return;
        }
        Long debit = debits.keySet().stream().sorted().toList().get(random.nextInt(debits.size()));

        Bookings.Booked booked = bookings.refund(debit, "tester", null);

        assertThat(booked.made()).isEqualTo(refunded.add(debit));
        if (booked.made()) {
            Sent sent = debits.get(debit);
            balances.merge(sent.account, sent.amount, Long::sum);
        }
    }

    private void closeOrOpen(String account, SplittableRandom random) throws SQLException {
        boolean close = random.nextInt(4) == 0;
        DATABASE.execute(
                "UPDATE account SET status = '%s' WHERE id = '%s'".formatted(close ? "closed" : "open", account));
        if (close) {
            closed.add(account);
        } else {
            closed.remove(account);
        }
    }

    private static @Nullable String problem(Runnable work) {
        try {
            work.run();
            return null;
        } catch (ProblemException problem) {
            return problem.code();
        }
    }

    private void compare(int step) throws SQLException {
        for (String account : ACCOUNTS) {
            assertThat(DATABASE.number("SELECT balance_minor FROM account WHERE id = '" + account + "'"))
                    .as("balance of %s after step %d", account, step)
                    .isEqualTo(balances.get(account));
        }
        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(debits.size());
        String statuses = String.valueOf(DATABASE.value("SELECT string_agg(id || delivery_status, ',' ORDER BY id) FROM"
                + " ledger_entry WHERE kind = 'debit'"));
        assertThat(statuses)
                .isEqualTo(
                        debits.isEmpty()
                                ? "null"
                                : debits.entrySet().stream()
                                        .sorted(Map.Entry.comparingByKey())
                                        .map(entry -> entry.getKey() + entry.getValue().status)
                                        .collect(java.util.stream.Collectors.joining(",")));
    }

    private static int rank(String status) {
        return switch (status) {
            case "queued" -> 1;
            case "sent" -> 3;
            default -> 4;
        };
    }
}
