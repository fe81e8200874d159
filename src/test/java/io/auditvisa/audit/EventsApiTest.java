package io.auditvisa.audit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.auditvisa.access.RoleTokens;
import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Sha256;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AV-5.3, AV-8.1, IO-8: events and arrivals as product and finance see them. */
@QuarkusTest
@TestProfile(RoleTokens.class)
class EventsApiTest {

    @Inject
    DataSource dataSource;

    private final String source = "list-" + UUID.randomUUID();

    @Test
    void pagesHoldEveryEventOnceWhileOthersArrive() throws SQLException {
        List<String> before = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            before.addFirst(seed(i).ref());
        }

        List<String> seen = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            JsonPath page = get("/events?source=" + source + "&limit=2&cursor=" + cursor)
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            seen.addAll(page.getList("items.ref"));
            cursor = page.getString("next_cursor");
            seed(100 + seen.size());
        }

        assertThat(seen).isEqualTo(before);
    }

    private SeededEvent seed(int second) throws SQLException {
        Instant start = Instant.parse("2026-03-01T00:00:00Z").plusSeconds(second);
        return new SeededEvent(source, "evt:" + second, start)
                .arrival(ArrivalOutcome.FIRST)
                .store(dataSource);
    }

    @Test
    void filtersNarrowTheListAndWindowsLeaveTheirEndOut() throws SQLException {
        seed(0);
        seed(1);
        SeededEvent second = seed(2);

        get("/events?source=" + source + "&status=received&from=2026-03-01T00:00:01Z&to=2026-03-01T00:00:02Z")
                .body("items.event_id", contains("evt:1"));
        get("/events?source=" + source + "&from=2026-03-01T00:00:02Z").body("items.ref", contains(second.ref()));
        get("/events?source=" + source + "&status=processed").body("items", hasSize(0));
        get("/events?source=" + source + "&type=other").body("items", hasSize(0));
        get("/events?source=" + source + "&status=&type=&q=&from=&to=&limit=&cursor=")
                .body("items", hasSize(3));
    }

    @Test
    void searchFindsEveryIdOfAnEvent() throws SQLException {
        byte[] runHash = Sha256.of(source.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        SeededEvent event = SeededEvent.processed("")
                .with("sid", "cs_" + source)
                .with("message_id", "msg-" + source)
                .with("inbox_key", "k")
                .with("direction", "MT")
                .with("party_from", "a")
                .with("party_to", "b")
                .with("delivery_status", "sent")
                .with("run_hash", runHash)
                .with("imported", true)
                .store(dataSource);

        for (String q : List.of(
                event.ref(),
                event.eventId(),
                "cs_" + source,
                "msg-" + source,
                Sha256.hex(runHash).toUpperCase())) {
            get("/events?q=" + q).body("items.ref", contains(event.ref()));
        }
        get("/events?q=cs_").body("items", hasSize(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/events?status=done",
                "/events?limit=201",
                "/events?limit=0",
                "/events?cursor=x",
                "/events?cursor=AAAA",
                "/events?from=now",
                "/events?q=%00",
                "/events?from=2026-03-02&to=2026-03-01",
                "/arrivals?outcome=processed",
                "/arrivals?cursor=MjAyNi0wMy0wMVQwMDowMDowMFo",
                "/exports/audit.csv?from=x",
                "/exports/processed.jsonl?to=x"
            })
    void anUnusableParameterIsRefused(String path) {
        get(path).statusCode(400).contentType("application/problem+json").body("code", equalTo("parameter_invalid"));
    }

    @Test
    void anUnknownEventIsNotFound() {
        for (String ref : List.of("av_evt_none", "nonsense", "av_evt_%00", "av_evt_stripe_evt_1")) {
            get("/events/" + ref).statusCode(404).body("code", equalTo("not_found"));
            get("/events/" + ref + "/audit").statusCode(404).body("code", equalTo("not_found"));
        }
    }

    @Test
    void aTwinShowsItsOwnKeyAndItsCanonicalsResult() throws SQLException {
        SeededEvent canonical = SeededEvent.processed("").store(dataSource);
        SeededEvent twin = twinOf(canonical.ref());

        get("/events/" + twin.ref())
                .statusCode(200)
                .body("ref", equalTo(twin.ref()))
                .body("event_id", equalTo(twin.eventId()))
                .body("canonical_ref", equalTo(canonical.ref()))
                .body("status", equalTo("duplicate_reused"))
                .body("outcome", equalTo("duplicate_reused"))
                .body(
                        "first_processed_at",
                        equalTo(canonical.column("first_processed_at").toString()))
                .body("failure", nullValue());
        get("/events/" + twin.ref() + "/audit")
                .body("questions.reused", equalTo(true))
                .body("questions.official_result.ref", equalTo(canonical.ref()))
                .body("verdict", equalTo("consistent"));
    }

    @Test
    void aThinEventShowsTheResultAtTheEndOfItsChain() throws SQLException {
        SeededEvent canonical = SeededEvent.processed("").store(dataSource);
        SeededEvent twin = twinOf(canonical.ref());
        SeededEvent thin = twinOf(twin.ref());
        SeededEvent early = twinOf("av_evt_notyet" + System.nanoTime());

        String processedAt = canonical.column("first_processed_at").toString();
        get("/events/" + thin.ref())
                .statusCode(200)
                .body("canonical_ref", equalTo(twin.ref()))
                .body("outcome", equalTo("duplicate_reused"))
                .body("first_processed_at", equalTo(processedAt));
        get("/events/" + thin.ref() + "/audit")
                .body("questions.official_result.ref", equalTo(canonical.ref()))
                .body("verdict", equalTo("consistent"));
        get("/events/" + early.ref())
                .body("outcome", equalTo("duplicate_reused"))
                .body("first_processed_at", nullValue());
    }

    private SeededEvent twinOf(String ref) throws SQLException {
        return SeededEvent.stripe()
                .with("canonical_ref", ref)
                .arrival(ArrivalOutcome.FIRST)
                .change(EventStatus.RECEIVED, EventStatus.DUPLICATE_REUSED)
                .store(dataSource);
    }

    @Test
    void productAndFinanceSeeArrivalsAndRejectionsInOneList() throws SQLException {
        Instant start = Instant.parse("2026-03-01T00:00:00Z");
        SeededEvent event = new SeededEvent(source, "evt:1", start)
                .arrival(ArrivalOutcome.FIRST)
                .arrival(ArrivalOutcome.CONFLICT)
                .store(dataSource);
        for (int i = 0; i < 3; i++) {
            reject(event, start.plusMillis(i));
        }

        List<String> seen = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            JsonPath page = get("/arrivals?source=" + source + "&limit=2&cursor=" + cursor)
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            seen.addAll(page.getList("items.outcome"));
            cursor = page.getString("next_cursor");
        }

        assertThat(seen).containsExactly("conflict", "rejected", "first", "rejected", "rejected");
        get("/arrivals?source=" + source + "&outcome=conflict")
                .body("items.number", contains(2))
                .body("items[0].ref", equalTo(event.ref()))
                .body("items[0].differs", contains("/data/object/amount_total"))
                .body("items[0].signature", equalTo("v1"));
        get("/arrivals?source=" + source + "&outcome=rejected&to=2026-03-01T00:00:00.001Z")
                .body("items.code", contains("outside_replay_window"))
                .body("items[0].number", nullValue());
    }

    private void reject(SeededEvent event, Instant at) throws SQLException {
        SeededEvent.execute(
                dataSource,
                "INSERT INTO rejection (source, event_id, code, received_at, signed_at, payload_hash, request_id, detail)"
                        + " VALUES (?, ?, 'outside_replay_window', ?, ?, ?, 'r', 'an hour late')",
                event.source(),
                event.eventId(),
                at,
                at.minusSeconds(3600),
                Sha256.of(new byte[0]));
    }

    @Test
    void aRejectionStandsInTheAuditOfItsEventAndLeavesItConsistent() throws SQLException {
        SeededEvent event = SeededEvent.processed("").store(dataSource);
        reject(event, Instant.now());

        get("/events/" + event.ref() + "/audit")
                .body("rejections", hasSize(1))
                .body("rejections[0].code", equalTo("outside_replay_window"))
                .body("rejections[0].received_at", containsString("Z"))
                .body("arrivals", hasSize(1))
                .body("verdict", equalTo("consistent"));
    }

    private static ValidatableResponse get(String path) {
        return given().urlEncodingEnabled(false)
                .header("Authorization", "Bearer viewer-token")
                .get("/api/v1" + path)
                .then();
    }
}
