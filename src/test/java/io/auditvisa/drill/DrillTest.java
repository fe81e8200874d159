package io.auditvisa.drill;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.agroal.api.AgroalDataSource;
import io.auditvisa.testing.Sql;
import io.auditvisa.testing.StandardSigner;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** IO-9: the forced replay and its evidence; IO-10, IO-11: a paused source takes part in nothing, and shows it. */
@QuarkusTest
class DrillTest {

    private static final String SOURCE = "messaging";

    @Inject
    AgroalDataSource dataSource;

    private final String eventId = "drill-" + UUID.randomUUID();

    @Test
    void aReplayOfADebitedEventChangesNothingButItsArrivals() {
        int entry = send().statusCode(200).extract().path("ledger_entry_id");

        drill("{\"source\":\"messaging\",\"event_id\":\"" + eventId + "\",\"replays\":4}")
                .statusCode(200)
                .body("holds", equalTo(true))
                .body("drills", hasSize(1))
                .body("drills[0].holds", equalTo(true))
                .body("drills[0].before.arrivals", equalTo(1))
                .body("drills[0].after.arrivals", equalTo(5))
                .body("drills[0].after.debits", equalTo(1))
                .body("drills[0].after.inbox_lines", equalTo(1))
                .body("drills[0].ledger_entry_ids", equalTo(java.util.List.of(entry)))
                .body("drills[0].inbox_line_ids", hasSize(1));
    }

    @Test
    void withoutANameTheNewestProcessedEventOfEachSourceIsReplayed() {
        send().statusCode(200);

        // other sources hold what other tests left, and not all of that is a whole request
        drill("{}")
                .statusCode(200)
                .body("drills.find { it.source == 'messaging' }.event_id", equalTo(eventId))
                .body("drills.find { it.source == 'messaging' }.holds", equalTo(true));
    }

    @Test
    void aSecondDebitOrAMovedBalanceFailsTheDrill() {
        DrillReport.Counts once = new DrillReport.Counts(1, 0, 1, 1, 0, 10L);

        assertThat(new DrillReport.Counts(3, 0, 1, 1, 0, 10L).follows(once, 2)).isTrue();
        assertThat(new DrillReport.Counts(3, 0, 2, 1, 0, 5L).follows(once, 2)).isFalse();
        assertThat(new DrillReport.Counts(3, 0, 1, 1, 0, 5L).follows(once, 2)).isFalse();
        assertThat(new DrillReport.Counts(2, 0, 1, 1, 0, 10L).follows(once, 2)).isFalse();
    }

    @Test
    void aPausedSourceRefusesArrivalsAndDrillsUntilItIsResumed() {
        send().statusCode(200);
        change("pause").statusCode(200);
        try {
            given().header("Authorization", "Bearer dev-token")
                    .get("/api/v1/sources")
                    .then()
                    .statusCode(200)
                    .body("items.find { it.name == 'messaging' }.state", equalTo("paused"))
                    .body("items.find { it.name == 'messaging' }.replay_window", equalTo("PT5M"))
                    .body("items.find { it.name == 'messaging' }.secret_fingerprints", hasSize(1));
            send().statusCode(503).body("code", equalTo("source_paused"));
            drill("{\"source\":\"messaging\",\"event_id\":\"" + eventId + "\"}")
                    .statusCode(409)
                    .body("code", equalTo("source_paused"));
        } finally {
            change("resume").statusCode(200);
        }
        send().statusCode(200).body("outcome", equalTo("duplicate_reused"));
    }

    @Test
    void whatCannotBeSentAgainIsSaid() throws Exception {
        send().statusCode(200);
        new Sql(dataSource).execute("UPDATE event SET payload = NULL WHERE event_id = '" + eventId + "'");

        drill("{\"source\":\"messaging\",\"event_id\":\"" + eventId + "\"}")
                .statusCode(409)
                .body("code", equalTo("payload_erased"));
        new Sql(dataSource).execute("UPDATE event SET payload = NULL");
        drill("{}").statusCode(409).body("code", equalTo("payload_erased"));
        drill("{\"source\":\"messaging\",\"event_id\":\"nobody\"}").statusCode(404);
        drill("{\"source\":\"messaging\"}").statusCode(400);
        drill("{\"replays\":0}").statusCode(400);
    }

    @Test
    void anEventWithoutAResultIsNotReplayed() {
        send("nobody").statusCode(200).body("outcome", equalTo("failed"));

        drill("{\"source\":\"messaging\",\"event_id\":\"" + eventId + "\"}")
                .statusCode(409)
                .body("code", equalTo("not_processed"));
    }

    private ValidatableResponse send() {
        return send("demo");
    }

    private ValidatableResponse send(String account) {
        String body = """
                {"type":"message.sent","timestamp":"2026-03-01T00:00:00Z","data":{"message_id":"m-%s","account":"%s",\
                "direction":"MT","from":"+6391","to":"+6392","text":"hi","amount_minor":1,"currency":"usd"}}
                """.formatted(eventId, account);
        return given().headers(StandardSigner.DEMO.headers(eventId, body, Instant.now()))
                .contentType("application/json")
                .body(body)
                .post("/webhooks/" + SOURCE)
                .then();
    }

    private static ValidatableResponse drill(String body) {
        return given().header("Authorization", "Bearer dev-token")
                .contentType("application/json")
                .body(body)
                .post("/api/v1/drills")
                .then();
    }

    private static ValidatableResponse change(String action) {
        return given().header("Authorization", "Bearer dev-token")
                .contentType("application/json")
                .body("{\"reason\":\"a test\"}")
                .post("/api/v1/sources/" + SOURCE + "/" + action)
                .then();
    }
}
