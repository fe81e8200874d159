package io.auditvisa.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.auditvisa.access.RoleTokens;
import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The seven questions (AV-12.1, AV-12.2, AV-3.5), chains (GO-6) and invariants (GO-7), on events that went the whole way and on ones that somebody tampered with. */
@QuarkusTest
@TestProfile(RoleTokens.class)
class AuditAnswerTest {

    @Inject
    DataSource dataSource;

    @Test
    void aCertifiedEventAnswersAllSevenQuestions() {
        String eventId = Senders.newId();
        String body = Senders.checkout(eventId, "cs_" + eventId);
        Senders.stripe(body).statusCode(200).body("outcome", equalTo("processed"));
        String runHash = Senders.stripe(body)
                .statusCode(200)
                .body("outcome", equalTo("duplicate_reused"))
                .extract()
                .path("run_hash");
        Senders.stripe(body.replace("1000", "2000")).statusCode(200);

        ValidatableResponse audit = audit("av_" + eventId).statusCode(200);

        audit.body("questions.arrived", equalTo(true))
                .body("questions.arrivals", equalTo(3))
                .body("questions.first_formal_arrival.number", equalTo(1))
                .body("questions.repeated", equalTo(true))
                .body("questions.reused", equalTo(true))
                .body("questions.official_result.run_hash", equalTo(runHash))
                .body("questions.inconsistent_side_effects", equalTo(false));
        audit.body("event_id", equalTo(eventId))
                .body("status", equalTo("processed"))
                .body("arrivals.outcome", contains("first", "duplicate_reused", "conflict"))
                .body("arrivals[2].differs", contains("/data/object/amount_total"))
                .body("arrivals[0].request_id", notNullValue())
                .body("arrivals[0].signed_at", containsString("Z"))
                .body("transitions.to", contains("processing", "processed"))
                .body("transitions[0].from", equalTo("received"))
                .body("effects.certificate.status", equalTo("issued"))
                .body("effects.certificate.run_hash", equalTo(runHash))
                .body("effects.certificate.files", hasSize(3))
                .body("effects.certificate.signature", equalTo("ed25519"))
                .body("effects.notification.status", notNullValue())
                .body("effects.debit", nullValue())
                .body("findings", empty())
                .body("verdict", equalTo("consistent"))
                .body("chain.valid", equalTo(true))
                .body("chain.length", equalTo(5));
        Senders.get("/events/av_" + eventId)
                .body("arrivals", equalTo(3))
                .body("outcome", equalTo("processed"))
                .body("effects.certificate.run_hash", equalTo(runHash));
    }

    @Test
    void aConflictReusesTheResultThatWasThereAlready() throws SQLException {
        SeededEvent after =
                SeededEvent.processed("").arrival(ArrivalOutcome.CONFLICT).store(dataSource);
        SeededEvent before = SeededEvent.stripe()
                .arrival(ArrivalOutcome.FIRST)
                .arrival(ArrivalOutcome.CONFLICT)
                .change(EventStatus.RECEIVED, EventStatus.PROCESSING)
                .store(dataSource);

        audit(after.ref()).body("questions.reused", equalTo(true)).body("questions.repeated", equalTo(true));
        audit(before.ref()).body("questions.reused", equalTo(false)).body("questions.repeated", equalTo(true));
    }

    @Test
    void aStaleRequestIsARejectionInTheAudit() {
        String eventId = Senders.newId();
        String body = Senders.checkout(eventId, "cs_" + eventId);
        Senders.stripe(body).statusCode(200);
        Senders.stripe(body, Instant.now().minusSeconds(3600)).statusCode(400);

        audit("av_" + eventId)
                .body("rejections.code", contains("outside_replay_window"))
                .body("arrivals", hasSize(1))
                .body("verdict", equalTo("consistent"));
    }

    @Test
    void aLineThatALaterEventFiledHoldsTheIdOfTheDebitAndBothEventsAreConsistent() throws SQLException {
        String account = newAccount();
        String message = "msg-" + UUID.randomUUID();
        String debiting = Senders.newId();
        String filing = Senders.newId();
        Senders.message(debiting, "message.queued", message, account).body("outcome", equalTo("processed"));
        Senders.message(filing, "message.sent", message, account).body("outcome", equalTo("processed"));

        for (String eventId : List.of(debiting, filing)) {
            audit("av_evt_messaging_" + eventId)
                    .body("effects.debit.event_id", equalTo(debiting))
                    .body("effects.inbox.event_id", equalTo(debiting))
                    .body("findings", empty())
                    .body("verdict", equalTo("consistent"));
            check("events_have_their_effects").body("offenders", not(hasItem("av_evt_messaging_" + eventId)));
        }
        audit("av_evt_messaging_" + debiting).body("effects.crm", nullValue());
        audit("av_evt_messaging_" + filing).body("effects.crm.status", equalTo("disabled"));
    }

    @Test
    void aLineThatNobodyFiledForTheEventIsFound() throws SQLException {
        SeededEvent event = SeededEvent.processed("").store(dataSource);
        SeededEvent.execute(dataSource, """
                INSERT INTO inbox_line (source, inbox_key, thread, direction, event_id, message_id, account, party_from, party_to,
                                        delivery_status, created_at)
                SELECT source, ref, 'th', 'MT', event_id, ref, 'demo', '', '', 'sent', now() FROM event WHERE id = ?""", event.id());

        audit(event.ref())
                .body("findings", hasItem(containsString("1 inbox line rows")))
                .body("verdict", equalTo("inconsistent"));

        SeededEvent.execute(
                dataSource,
                "DELETE FROM inbox_line WHERE inbox_key = (SELECT ref FROM event WHERE id = ?)",
                event.id());
    }

    private String newAccount() throws SQLException {
        String account = "acc-" + UUID.randomUUID();
        SeededEvent.execute(
                dataSource,
                "INSERT INTO account (id, name, currency, balance_minor, overdraft_minor) VALUES (?, 'a', 'usd', 0, 100)",
                account);
        return account;
    }

    @Test
    void aMessageHasOneDebitAndLaterEventsOfItReuseTheRow() throws SQLException {
        String account = newAccount();
        String message = "msg-" + UUID.randomUUID();
        String sent = Senders.newId();
        String delivered = Senders.newId();
        Integer entry = Senders.message(sent, "message.sent", message, account)
                .statusCode(200)
                .body("outcome", equalTo("processed"))
                .extract()
                .path("ledger_entry_id");
        Senders.message(delivered, "message.delivered", message, account)
                .statusCode(200)
                .body("outcome", equalTo("processed"));

        for (String eventId : List.of(sent, delivered)) {
            audit("av_evt_messaging_" + eventId)
                    .body("effects.debit.status", equalTo("booked"))
                    .body("effects.debit.id", equalTo(entry))
                    .body("effects.debit.event_id", equalTo(sent))
                    .body("effects.debit.amount_minor", equalTo(5))
                    .body("effects.inbox.status", equalTo("filed"))
                    .body("effects.inbox.message_id", equalTo(message))
                    .body("effects.certificate", nullValue())
                    .body("findings", empty())
                    .body("verdict", equalTo("consistent"));
        }
        Senders.get("/events?q=" + message).body("items", hasSize(2));
    }

    @Test
    void aProcessedEventWithoutItsEffectsIsInconsistent() throws SQLException {
        SeededEvent event = SeededEvent.processed("certificate,notification").store(dataSource);

        audit(event.ref())
                .body("verdict", equalTo("inconsistent"))
                .body("questions.inconsistent_side_effects", equalTo(true))
                .body("findings", hasSize(2))
                .body("chain.valid", equalTo(true));
        assertOffends("events_have_their_effects", event);
        forget(event);
    }

    @Test
    void aChangedRowACutTailAndAWrongColumnBreakTheChain() throws SQLException {
        for (String tampering : List.of(
                "UPDATE arrival SET outcome = 'retried' WHERE number = 1 AND event = ?",
                "UPDATE arrival SET arrived_at = arrived_at + interval '1 microsecond' WHERE number = 1 AND event = ?",
                "UPDATE arrival SET row_bytes = 'no json' WHERE number = 1 AND event = ?",
                "UPDATE transition SET at = at - interval '1 day' WHERE number = 2 AND event = ?",
                "DELETE FROM transition WHERE number = 2 AND event = ?",
                "UPDATE event SET history_head = sha256('x') WHERE id = ?",
                "UPDATE event SET history_length = history_length + 1 WHERE id = ?")) {
            SeededEvent event = SeededEvent.processed("").store(dataSource);
            audit(event.ref()).body("chain.valid", equalTo(true)).body("verdict", equalTo("consistent"));

            SeededEvent.execute(dataSource, tampering, event.id());

            audit(event.ref())
                    .statusCode(200)
                    .body("chain.valid", equalTo(false))
                    .body("verdict", equalTo("inconsistent"));
            assertOffends("chains_valid", event);
            forget(event);
        }
    }

    @Test
    void aDeletedArrivalShowsInTheCounter() throws SQLException {
        SeededEvent event = SeededEvent.processed("")
                .arrival(ArrivalOutcome.DUPLICATE_REUSED)
                .store(dataSource);

        SeededEvent.execute(dataSource, "DELETE FROM arrival WHERE number = 2 AND event = ?", event.id());

        audit(event.ref()).body("verdict", equalTo("inconsistent"));
        assertOffends("arrivals_equal_counter", event);
        forget(event);
    }

    @Test
    void aDamagedPackageIsFoundByAuditAndInvariants() throws Exception {
        String eventId = Senders.newId();
        String ref = "av_" + eventId;
        Senders.stripe(Senders.checkout(eventId, "cs_" + eventId)).statusCode(200);
        JsonPath audit = audit(ref).extract().jsonPath();
        Path file = Path.of("target/test-data/deliveries")
                .resolve(audit.<String>getList("effects.certificate.files").getFirst());
        byte[] intact = Files.readAllBytes(file);

        Files.writeString(file, "forged");

        audit(ref).body("verdict", equalTo("inconsistent")).body("findings", hasItem(containsString("another hash")));
        check("files_present_with_recorded_hashes").body("offenders", hasItem(ref));
        Files.delete(file);
        audit(ref).body("findings", hasItem(containsString("missing")));
        Files.write(file, intact);
        audit(ref).body("verdict", equalTo("consistent"));
        check("files_present_with_recorded_hashes").body("offenders", not(hasItem(ref)));
    }

    private ValidatableResponse check(String rule) {
        return Senders.get("/invariants").rootPath("checks.find { it.name == '" + rule + "' }");
    }

    @Test
    void aLostAnswerFromOutsideIsUnknownAndAnOpenCallIsUnderWay() throws SQLException {
        SeededEvent event = SeededEvent.processed("notification").store(dataSource);
        SeededEvent.execute(
                dataSource,
                "INSERT INTO notification (event, state, created_at, updated_at, next_try_at)"
                        + " VALUES (?, 'unknown', now(), now(), 'infinity')",
                event.id());

        audit(event.ref())
                .body("verdict", equalTo("unknown_external"))
                .body("effects.notification.status", equalTo("unknown"));
        SeededEvent.execute(dataSource, "UPDATE notification SET state = 'failed' WHERE event = ?", event.id());
        audit(event.ref()).body("verdict", equalTo("consistent"));
    }

    @Test
    void anUnfinishedEventIsRepairingAndARefusedOneIsConsistent() throws SQLException {
        SeededEvent running = SeededEvent.stripe()
                .arrival(ArrivalOutcome.FIRST)
                .change(EventStatus.RECEIVED, EventStatus.PROCESSING)
                .store(dataSource);
        SeededEvent refused = failed("amount_invalid");
        SeededEvent technical = failed("technical_failure");

        audit(running.ref()).body("verdict", equalTo("repairing")).body("outcome", equalTo("processing"));
        audit(refused.ref())
                .body("verdict", equalTo("consistent"))
                .body("outcome", equalTo("failed"))
                .body("failure.code", equalTo("amount_invalid"))
                .body("questions.official_result", nullValue());
        audit(technical.ref()).body("verdict", equalTo("repairing"));
        SeededEvent.execute(dataSource, "UPDATE event SET technical_failures = 10 WHERE id = ?", technical.id());
        audit(technical.ref()).body("verdict", equalTo("consistent"));
    }

    private SeededEvent failed(String code) throws SQLException {
        return SeededEvent.stripe()
                .with("failure_code", code)
                .arrival(ArrivalOutcome.FIRST)
                .change(EventStatus.RECEIVED, EventStatus.PROCESSING)
                .change(EventStatus.PROCESSING, EventStatus.FAILED)
                .store(dataSource);
    }

    @Test
    void everyRuleOfTheReportHoldsOnWhatTheServiceItselfMade() {
        String eventId = Senders.newId();
        Senders.stripe(Senders.checkout(eventId, "cs_" + eventId)).statusCode(200);

        JsonPath report = Senders.get("/invariants").statusCode(200).extract().jsonPath();

        assertThat(report.getString("checked_at")).endsWith("Z");
        assertThat(report.<String>getList("checks.name"))
                .contains(
                        "one_certificate_per_event",
                        "one_notification_per_event",
                        "arrivals_equal_counter",
                        "chains_valid",
                        "files_present_with_recorded_hashes",
                        "events_have_their_effects");
        assertThat(report.<List<String>>getList("checks.offenders"))
                .allSatisfy(offenders -> assertThat(offenders).doesNotContain("av_" + eventId));
    }

    private void assertOffends(String rule, SeededEvent event) {
        Senders.get("/invariants")
                .statusCode(200)
                .body("holds", equalTo(false))
                .rootPath("checks.find { it.name == '" + rule + "' }")
                .body("holds", equalTo(false))
                .body("offenders", hasItem(event.ref()));
    }

    /** Other tests want to see their own database whole. */
    private void forget(SeededEvent event) throws SQLException {
        SeededEvent.execute(dataSource, "DELETE FROM arrival WHERE event = ?", event.id());
        SeededEvent.execute(dataSource, "DELETE FROM transition WHERE event = ?", event.id());
        SeededEvent.execute(dataSource, "DELETE FROM event WHERE id = ?", event.id());
    }

    private static ValidatableResponse audit(String ref) {
        return Senders.get("/events/" + ref + "/audit");
    }
}
