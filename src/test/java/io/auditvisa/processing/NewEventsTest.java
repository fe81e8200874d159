package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.testing.Sql;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** IO-1, AV-10: many new events in one transaction; the processor would hide a failure of it behind the ordinary way. */
@QuarkusTest
class NewEventsTest {

    @Inject
    NewEvents newEvents;

    @Inject
    Claims claims;

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Inject
    SourceStates states;

    @Inject
    AgroalDataSource dataSource;

    private final String account = "acct-" + UUID.randomUUID();

    @BeforeEach
    void anAccount() throws SQLException {
        sql().execute("INSERT INTO account (id, name, currency, balance_minor) VALUES ('" + account
                + "', 'n', 'usd', 1000)");
    }

    @AfterEach
    void theRestIsConsistent() throws SQLException {
        assertThat(sql().number("SELECT balance_minor + (SELECT coalesce(sum(amount_minor), 0) FROM ledger_entry"
                        + " WHERE account = a.id) FROM account a WHERE id = '" + account + "'"))
                .isEqualTo(1000);
    }

    @Test
    void messagesAtOnceAreEachDebitedFiledAndForwardedOnce() throws Exception {
        List<TestMessages> sent = IntStream.range(0, 64)
                .mapToObj(i -> TestMessages.of(account, 2))
                .toList();

        List<Optional<Settled>> settled =
                AtOnce.times(64, i -> newEvents.begin(sent.get(i).arrival()));

        for (int i = 0; i < sent.size(); i++) {
            EventRow told = settled.get(i).orElseThrow().row();
            assertThat(settled.get(i).orElseThrow()).isInstanceOf(Settled.Ended.class);
            assertThat(told.key()).isEqualTo(sent.get(i).key());
            isWhatTheDatabaseHolds(told);
        }
        for (String table : List.of("ledger_entry", "inbox_line")) {
            assertThat(sql().number("SELECT count(DISTINCT event_id) FROM " + table + " WHERE account = '" + account
                            + "'"))
                    .isEqualTo(64);
        }
        assertThat(sql().number("SELECT count(*) FROM crm_forward f JOIN event e ON e.id = f.event WHERE e.account = '"
                        + account + "'"))
                .isEqualTo(64);
        assertThat(sql().number("SELECT balance_minor FROM account WHERE id = '" + account + "'"))
                .isEqualTo(1000 - 64 * 2);
        assertThat(sql().number("SELECT min(balance_after_minor) FROM ledger_entry WHERE account = '" + account + "'"))
                .isEqualTo(1000 - 64 * 2);
    }

    @Test
    void certificatesAtOnceEachStartARunOfTheirOwn() throws Exception {
        List<TestEvents> sent = IntStream.range(0, 20)
                .mapToObj(i -> TestEvents.certificate().withFact("cs_" + UUID.randomUUID()))
                .toList();

        List<Optional<Settled>> settled =
                AtOnce.times(20, i -> newEvents.begin(Arrival.of(sent.get(i).arrival())));

        assertThat(settled.stream().map(one -> one.orElseThrow().row().pins().slug()))
                .doesNotHaveDuplicates();
        for (Optional<Settled> one : settled) {
            assertThat(one.orElseThrow()).isInstanceOf(Settled.Started.class);
            isWhatTheDatabaseHolds(one.orElseThrow().row());
            sql().execute("UPDATE event SET status = 'failed', failure_code = 'abandoned', due_at = NULL, run_id = NULL"
                    + " WHERE id = " + one.orElseThrow().row().id());
        }
    }

    private void isWhatTheDatabaseHolds(EventRow told) {
        EventRow stored = events.byId(told.id()).orElseThrow();
        assertThat(told).usingRecursiveComparison().isEqualTo(stored);
        assertThat(told.toRecord(null)).isEqualTo(stored.toRecord(null));
        assertThat(stored.history().head()).isNotEqualTo(HistoryChain.genesis());
    }

    @Test
    void whatIsNotPlainIsLeftToTheOrdinaryClaimWithNothingWritten() throws Exception {
        TestMessages known = TestMessages.of(account, 1);
        assertThat(newEvents.begin(known.arrival())).isPresent();

        assertThat(newEvents.begin(known.arrival())).isEmpty();
        assertThat(newEvents.begin(
                        TestMessages.of(account, 1).ofMessage(known.messageId()).arrival()))
                .isEmpty();
        assertThat(newEvents.begin(
                        TestMessages.of(account, 1).inLine(known.inboxKey()).arrival()))
                .isEmpty();
        assertThat(newEvents.begin(TestMessages.of(account, 1001).arrival())).isEmpty();
        assertThat(newEvents.begin(TestMessages.of(account, 0).arrival())).isEmpty();
        assertThat(newEvents.begin(TestMessages.of("nobody-" + account, 1).arrival()))
                .isEmpty();
        assertThat(newEvents.begin(Arrival.of(TestEvents.plain().arrival()))).isEmpty();
        assertThat(newEvents.begin(Arrival.of(
                        TestEvents.certificate().refused("target_invalid").arrival())))
                .isEmpty();
        assertThat(sql().number("SELECT count(*) FROM event WHERE account = '" + account + "'"))
                .isEqualTo(1);
    }

    @Test
    void aTakenBusinessFactIsLeftToTheOrdinaryClaim() {
        TestEvents first = TestEvents.certificate().withFact("cs_" + UUID.randomUUID());
        processor.process(first.arrival());

        assertThat(newEvents.begin(Arrival.of(
                        TestEvents.certificate().withFact(first.fact()).arrival())))
                .isEmpty();
    }

    @Test
    void aPausedSourceBeginsNothing() {
        states.pause("messaging", "test", "a test");
        try {
            assertThat(newEvents.begin(TestMessages.of(account, 1).arrival())).isEmpty();
        } finally {
            states.resume("messaging", "test", "a test");
        }
    }

    @Test
    void eventsOfOneMessageAtOnceAreDebitedOnce() throws Exception {
        TestMessages first = TestMessages.of(account, 3);

        List<Outcome> outcomes = AtOnce.times(
                16,
                i -> processor.process(
                        (i == 0 ? first : TestMessages.of(account, 3).ofMessage(first.messageId()))
                                .arrival()
                                .incoming()));

        assertThat(outcomes).allMatch(Outcome.Processed.class::isInstance);
        assertThat(sql().number("SELECT balance_minor FROM account WHERE id = '" + account + "'"))
                .isEqualTo(997);
    }

    @Test
    void theLastOfABalanceIsSpentOnceHoweverManyAskAtOnce() throws Exception {
        List<Outcome> outcomes = AtOnce.times(
                20,
                i -> processor.process(TestMessages.of(account, 100).arrival().incoming()));

        assertThat(outcomes).filteredOn(Outcome.Processed.class::isInstance).hasSize(10);
        assertThat(outcomes).filteredOn(Outcome.Failed.class::isInstance).hasSize(10);
        assertThat(sql().number("SELECT balance_minor FROM account WHERE id = '" + account + "'"))
                .isZero();
    }

    @Test
    void oneRowThatTheDatabaseRefusesDoesNotSpoilTheOthers() throws Exception {
        String bad = "e-bad-" + UUID.randomUUID();
        sql().execute("ALTER TABLE arrival ADD CONSTRAINT ck_test CHECK (request_id <> '" + bad + "')");
        try {
            List<Outcome> outcomes = AtOnce.times(
                    32,
                    i -> processor.process(TestMessages.of(account, 1).arrival().incoming()));

            assertThat(outcomes).allMatch(Outcome.Processed.class::isInstance);
        } finally {
            sql().execute("ALTER TABLE arrival DROP CONSTRAINT ck_test");
        }
    }

    @Test
    void theSameEventByBothWaysAtOnceWaitsInNoCircle() throws Exception {
        int many = 60;
        List<TestMessages> sent = IntStream.range(0, many)
                .mapToObj(i -> TestMessages.of(account, 1))
                .toList();
        long begin = System.nanoTime();

        // as from two processes: one by company, one by itself
        List<Boolean> done = AtOnce.times(2 * many, i -> {
            TestMessages message = sent.get(i / 2);
            return i % 2 == 0
                    ? newEvents.begin(message.arrival()).isPresent()
                    : claims.settle(List.of(message.arrival(), message.arrival()))
                                    .size()
                            == 2;
        });

        assertThat(done).hasSize(2 * many);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        assertThat(sql().number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
        assertThat(sql().number("SELECT balance_minor FROM account WHERE id = '" + account + "'"))
                .isEqualTo(1000 - many);
    }

    @Test
    void threadsHaveOneNameByBothWays() throws SQLException {
        TestMessages message = TestMessages.of(account, 1);
        newEvents.begin(message.arrival());

        assertThat(sql().number("SELECT count(*) FROM inbox_line WHERE account = '" + account
                        + "' AND thread = inbox_thread(account, party_to)"))
                .isEqualTo(1);
    }

    private Sql sql() {
        return new Sql(dataSource);
    }
}
