package io.auditvisa.recovery;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AV-11.3 and the operators' part of contract.md. */
@QuarkusTest
class EventActionsTest {

    private static final Map<String, String> REASON = Map.of("reason", "because");

    @Inject
    LiveEvents events;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path dataDirectory;

    @ParameterizedTest
    @ValueSource(strings = {"check", "recover", "abandon", "resend-notification"})
    void anActionNeedsATokenTheRoleAReasonAndAnEvent(String action) {
        String id = LiveEvents.newId();
        events.send(id);
        String path = "/api/v1/events/av_" + id + "/" + action;

        given().contentType("application/json").body(REASON).post(path).then().statusCode(401);
        for (String body :
                new String[] {"{}", "{\"reason\":\" \"}", "{\"reason\":\"a\\u0000b\"}", "{\"reason\":", ""}) {
            Response refused = given().header("Authorization", "Bearer dev-token")
                    .contentType("application/json")
                    .body(body)
                    .post(path);
            assertThat(refused.statusCode()).as(body).isEqualTo(400);
            assertThat(refused.contentType()).startsWith("application/problem+json");
        }
        assertThat(events.act("/events/av_evt_nobody/" + action, REASON).statusCode())
                .isEqualTo(404);
        assertThat(events.get("/events/av_" + id).getString("status")).isEqualTo("processed");
    }

    @Test
    void aFinishedEventIsNeitherRecoveredNorAbandoned() {
        String id = LiveEvents.newId();
        events.send(id);

        Response recover = events.act("/events/av_" + id + "/recover", REASON);
        Response abandon = events.act("/events/av_" + id + "/abandon", REASON);

        assertThat(recover.statusCode()).isEqualTo(409);
        assertThat(recover.jsonPath().getString("code")).isEqualTo("not_recoverable");
        assertThat(abandon.statusCode()).isEqualTo(409);
        assertThat(abandon.jsonPath().getString("code")).isEqualTo("not_abandonable");
    }

    @Test
    void anAbandonedEventStaysFailedItsFilesAreSetAsideAndTheHistoryNamesTheCaller() throws Exception {
        String id = LiveEvents.newId();
        String url = events.send(id).getString("html_url");
        String slug = url.substring(url.lastIndexOf('/') + 1).replace(".html", "");
        events.rewindToDeadRun(id);

        Response abandoned = events.act("/events/av_" + id + "/abandon", REASON);

        assertThat(abandoned.statusCode()).isEqualTo(200);
        assertThat(abandoned.jsonPath().getString("failure.code")).isEqualTo("abandoned");
        assertThat(Files.exists(dataDirectory.resolve("deliveries").resolve(slug)))
                .isFalse();
        assertThat(dataDirectory.resolve("quarantine").resolve(slug + ".1")).exists();
        JsonPath audit = events.get("/events/av_" + id + "/audit");
        assertThat(audit.getString("transitions[-1].actor")).isEqualTo("dev");
        assertThat(audit.getString("transitions[-1].reason")).isEqualTo("because");
        assertThat(events.send(id).getString("failure.code")).isEqualTo("abandoned");
        assertThat(events.act("/events/av_" + id + "/recover", REASON).statusCode())
                .isEqualTo(409);
    }

    /** A stalled run may end its rename after the event was given up. */
    @Test
    void whatAppearsAfterTheAbandoningIsSetAsideWhenItIsAskedAgain() throws Exception {
        String id = LiveEvents.newId();
        String url = events.send(id).getString("html_url");
        String slug = url.substring(url.lastIndexOf('/') + 1).replace(".html", "");
        events.rewindToDeadRun(id);
        String path = "/events/av_" + id + "/abandon";
        events.act(path, REASON).then().statusCode(200);
        Path late = Files.createDirectory(dataDirectory.resolve("deliveries").resolve(slug));

        events.act(path, REASON).then().statusCode(200);

        assertThat(late).doesNotExist();
        assertThat(events.get("/events/av_" + id + "/audit").getString("transitions[-1].reason"))
                .isEqualTo("abandon: because (files set aside)");
        assertThat(dataDirectory.resolve("quarantine").resolve(slug + ".2")).exists();
        Response again = events.act(path, REASON);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.jsonPath().getString("code")).isEqualTo("already_abandoned");
    }

    @Test
    void filesThatCannotBeSetAsideNowAreToldOfAndSetAsideLater() throws Exception {
        String id = LiveEvents.newId();
        events.send(id);
        events.rewindToDeadRun(id);
        String path = "/events/av_" + id + "/abandon";
        Path quarantine = dataDirectory.resolve("quarantine");
        Path moved = dataDirectory.resolve("quarantine.moved");
        Files.createDirectories(quarantine);
        Files.move(quarantine, moved);
        Files.writeString(quarantine, "in the way");

        Response troubled = events.act(path, REASON);

        Files.delete(quarantine);
        Files.move(moved, quarantine);
        assertThat(troubled.statusCode()).isEqualTo(503);
        assertThat(troubled.jsonPath().getString("code")).isEqualTo("storage_unavailable");
        assertThat(events.get("/events/av_" + id).getString("failure.code")).isEqualTo("abandoned");
        events.act(path, REASON).then().statusCode(200);
    }

    @Test
    void aRunAtWorkIsNotTouched() throws Exception {
        String id = LiveEvents.newId();
        events.send(id);
        events.rewindToDeadRun(id);
        events.execute(
                "UPDATE event SET due_at = clock_timestamp() + interval '1 minute' WHERE event_id = '" + id + "'");

        Response recover = events.act("/events/av_" + id + "/recover", REASON);

        assertThat(recover.statusCode()).isEqualTo(409);
        assertThat(recover.jsonPath().getString("code")).isEqualTo("in_progress");
        assertThat(events.act("/events/av_" + id + "/abandon", REASON).statusCode())
                .isEqualTo(409);
        events.execute("UPDATE event SET due_at = clock_timestamp() WHERE event_id = '" + id + "'");
        events.act("/events/av_" + id + "/recover", REASON).then().statusCode(200);
    }

    @Test
    void aMessageThatMayHaveArrivedIsResentByAPersonOnlyAndASentOneIsNot() throws Exception {
        String id = LiveEvents.newId();
        events.send(id);
        String state = "UPDATE notification SET state = '%s' WHERE event = (SELECT id FROM event WHERE event_id = '"
                + id + "')";

        events.execute(state.formatted("sent"));
        assertThat(events.act("/events/av_" + id + "/resend-notification", REASON)
                        .statusCode())
                .isEqualTo(409);
        events.execute(state.formatted("unknown"));
        events.act("/events/av_" + id + "/resend-notification", REASON).then().statusCode(200);

        assertThat(events.get("/events/av_" + id).getString("effects.notification.status"))
                .isEqualTo("disabled"); // no token is configured here
        assertThat(events.get("/events/av_" + id + "/audit").getString("transitions[-1].reason"))
                .contains("because")
                .contains("was unknown");
    }

    @Test
    void sourcesShowWhatTheySentAndWhatWasRefused() {
        events.send(LiveEvents.newId());
        given().header("Stripe-Signature", "t=1,v1=00")
                .body("{}")
                .post("/webhooks/stripe")
                .then()
                .statusCode(400);

        JsonPath source = events.get("/sources");

        assertThat(source.getList("items.name")).contains("stripe", "messaging");
        String stripe = "items.find { it.name == 'stripe' }.";
        assertThat(source.getString(stripe + "kind")).isEqualTo("stripe");
        assertThat(source.getString(stripe + "state")).isEqualTo("active");
        assertThat(source.getString(stripe + "last_accepted_at")).endsWith("Z");
        assertThat(source.getString(stripe + "last_rejected_at")).endsWith("Z");
        assertThat(source.getInt(stripe + "rejected.signature_invalid")).isPositive();
        assertThat(source.getList(stripe + "secret_fingerprints")).hasSize(1);
        assertThat(events.act("/sources/nobody/pause", REASON).statusCode()).isEqualTo(404);
    }
}
