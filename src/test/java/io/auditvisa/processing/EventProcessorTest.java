package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.auditvisa.event.EventRecord;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.testing.Sql;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** AV-3.1, AV-5.4, AV-5.5, AV-5.6, AV-7.1, AV-7.2, AV-10.1, AV-10.2, AV-10.3, GO-1, GO-2 on a real database and real files. */
@QuarkusTest
class EventProcessorTest {

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Inject
    AgroalDataSource dataSource;

    @Test
    void aNewEventEndsInOneOfficialResult() throws Exception {
        TestEvents event = TestEvents.certificate();

        Outcome outcome = processor.process(event.arrival());

        assertThat(outcome).isInstanceOf(Outcome.Processed.class);
        EventRecord record = ((Outcome.Processed) outcome).record();
        assertThat(record.status()).isEqualTo("processed");
        assertThat(record.htmlUrl()).startsWith("http://localhost:8080/d/").endsWith(".html");
        assertThat(record.runHash()).hasSize(64);
        assertThat(count("delivery", event)).isEqualTo(1);
        assertThat(count("notification", event)).isEqualTo(1);
        assertThatTheChainHolds(event, 3);
    }

    @Test
    void aRepeatOfAProcessedEventReusesItsResult() throws Exception {
        TestEvents event = TestEvents.certificate();
        EventRecord first = ((Outcome.Processed) processor.process(event.arrival())).record();

        Outcome outcome = processor.process(event.arrival());

        assertThat(outcome).isInstanceOf(Outcome.Reused.class);
        EventRecord repeat = ((Outcome.Reused) outcome).record();
        assertThat(repeat.arrivals()).isEqualTo(2);
        assertThat(repeat).usingRecursiveComparison().ignoringFields("arrivals").isEqualTo(first);
        assertThat(count("delivery", event)).isEqualTo(1);
        assertThatTheChainHolds(event, 4);
    }

    @Test
    void sixtyFourArrivalsAtOnceMakeOneResultAndAreAllStored() throws Exception {
        TestEvents event = TestEvents.certificate();

        List<Outcome> outcomes = AtOnce.times(64, i -> processor.process(event.arrival()));

        assertThat(outcomes).filteredOn(Outcome.Processed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.Reused.class::isInstance).hasSize(63);
        assertThat(count("delivery", event)).isEqualTo(1);
        assertThat(count("arrival", event)).isEqualTo(64);
        assertThatTheChainHolds(event, 66);
    }

    @Test
    void otherContentUnderTheSameIdIsAConflictThatNamesTheMembers() throws Exception {
        TestEvents event = TestEvents.plain();
        processor.process(event.arrival());

        Outcome outcome = processor.process(event.withContent("{\"a\":2}").arrival());

        assertThat(outcome).isEqualTo(new Outcome.Reused(((Outcome.Reused) outcome).record(), true));
        assertThat(text("SELECT convert_from(row_bytes, 'UTF8') FROM arrival WHERE event = %d AND number = 2", event))
                .contains("\"outcome\":\"conflict\"")
                .contains("\"differs\":[\"/a\"]");
    }

    @Test
    void twinsThatArriveTogetherShareOneResult() throws Exception {
        String fact = TestEvents.newId();
        List<TestEvents> twins = IntStream.range(0, 8)
                .mapToObj(i -> TestEvents.certificate().withFact(fact))
                .toList();

        List<Outcome> outcomes =
                AtOnce.times(8, i -> processor.process(twins.get(i).arrival()));

        assertThat(outcomes).filteredOn(Outcome.Processed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.Reused.class::isInstance).hasSize(7);
        EventRecord official = outcomes.stream()
                .filter(Outcome.Processed.class::isInstance)
                .map(outcome -> ((Outcome.Processed) outcome).record())
                .findFirst()
                .orElseThrow();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Reused(EventRecord twin, boolean conflict)) {
                assertThat(twin.status()).isEqualTo("duplicate_reused");
                assertThat(twin.canonicalRef()).isEqualTo(official.ref());
                assertThat(twin.runHash()).isEqualTo(official.runHash());
                assertThat(twin.ref()).isNotEqualTo(official.ref());
            }
        }
    }

    @Test
    void aThinEventIsStoredAsReuseOfItsSnapshotBeforeThatArrived() {
        TestEvents snapshot = TestEvents.certificate();
        TestEvents thin = TestEvents.plain().thinOf(snapshot.key().ref());

        Outcome early = processor.process(thin.arrival());
        EventRecord official = ((Outcome.Processed) processor.process(snapshot.arrival())).record();
        Outcome late = processor.process(thin.arrival());

        assertThat(((Outcome.Reused) early).record().runHash()).isNull();
        assertThat(((Outcome.Reused) late).record().runHash()).isEqualTo(official.runHash());
        assertThat(((Outcome.Reused) late).record().canonicalRef()).isEqualTo(official.ref());
    }

    @Test
    void aRefusedEventFailsLeavesNothingAndANewArrivalTriesAgain() throws Exception {
        TestEvents event = TestEvents.certificate().refused("amount_invalid");

        Outcome first = processor.process(event.arrival());
        Outcome second = processor.process(event.arrival());

        assertThat(((Outcome.Failed) first).record().failure().code()).isEqualTo("amount_invalid");
        assertThat(((Outcome.Failed) second).record().attempts()).isEqualTo(2);
        assertThat(count("delivery", event)).isZero();
        assertThat(count("notification", event)).isZero();
        assertThat(text("SELECT outcome FROM arrival WHERE event = %d AND number = 2", event))
                .isEqualTo("retried");
        assertThatTheChainHolds(event, 6);
    }

    @Test
    void anAbandonedEventIsNeverTriedAgain() throws Exception {
        TestEvents event = TestEvents.certificate().refused("amount_invalid");
        processor.process(event.arrival());
        long id = events.byKey(event.key()).orElseThrow().id();

        processor.abandon(id, "operator test", "given up");
        Outcome later = processor.process(event.arrival());

        assertThat(((Outcome.Failed) later).record().failure().code()).isEqualTo("abandoned");
        assertThat(processor.takeUp(id, "operator test", "again", true)).isEmpty();
        assertThatTheChainHolds(event, 5);
    }

    @Test
    void aDeadRunIsTakenOverByTheNextArrivalOnceItIsDue() throws Exception {
        TestEvents event = TestEvents.certificate();
        processor.process(event.arrival());
        EventRow row = events.byKey(event.key()).orElseThrow();
        rewindToDeadRun(row);

        Outcome outcome = processor.process(event.arrival());

        assertThat(outcome).isInstanceOf(Outcome.Processed.class);
        assertThat(((Outcome.Processed) outcome).record().runHash())
                .isEqualTo(row.toRecord(null).runHash());
        assertThat(text(
                        "SELECT string_agg(convert_from(row_bytes, 'UTF8'), ' ') FROM transition WHERE event = %d",
                        event))
                .contains("\"to\":\"orphaned\"");
        assertThat(count("delivery", event)).isEqualTo(1);
        assertThatTheChainHolds(event, 7);
    }

    /** As a crash after the publishing and before the COMMIT leaves it. */
    private void rewindToDeadRun(EventRow row) throws Exception {
        Sql sql = new Sql(dataSource);
        sql.execute("DELETE FROM delivery WHERE event = " + row.id());
        sql.execute("DELETE FROM notification WHERE event = " + row.id());
        sql.execute("UPDATE event SET status = 'processing', run_id = gen_random_uuid(), run_hash = NULL,"
                + " due_at = clock_timestamp() - interval '1 second' WHERE id = " + row.id());
        // the history of the cut-off commit never was: cut it and restore the head
        sql.execute("UPDATE event e SET transitions = 1, history_length = 2, history_head ="
                + " (SELECT hash FROM transition t WHERE t.event = e.id AND number = 1) WHERE id = " + row.id());
        sql.execute("DELETE FROM transition WHERE number = 2 AND event = " + row.id());
    }

    private void assertThatTheChainHolds(TestEvents event, int length) throws Exception {
        EventRow row = events.byKey(event.key()).orElseThrow();
        byte[] head = HistoryChain.genesis();
        int rows = 0;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT history_number, row_bytes, hash FROM arrival WHERE event = " + row.id()
                                + " UNION ALL SELECT history_number, row_bytes, hash FROM transition WHERE event = "
                                + row.id() + " ORDER BY 1");
                ResultSet chain = statement.executeQuery()) {
            while (chain.next()) {
                head = HistoryChain.next(head, chain.getBytes(2));
                assertThat(chain.getBytes(3)).isEqualTo(head);
                assertThat(chain.getInt(1)).isEqualTo(++rows);
            }
        }
        assertThat(row.history().head()).isEqualTo(head);
        assertThat(row.history().length()).isEqualTo(rows).isEqualTo(length);
        assertThat(row.history().arrivals()).isEqualTo(count("arrival", event));
    }

    private int count(String table, TestEvents event) throws Exception {
        return Integer.parseInt(text("SELECT count(*)::text FROM " + table + " WHERE event = %d", event));
    }

    private String text(String sql, TestEvents event) throws Exception {
        long id = events.byKey(event.key()).orElseThrow().id();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.formatted(id));
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
