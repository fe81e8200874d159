package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.source.Sources;
import io.auditvisa.testing.Eventually;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.quarkus.virtual.threads.VirtualThreads;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** GO-4: what Stripe lists and never delivered is found. */
@QuarkusTest
@TestProfile(StripeAndRetentionOn.class)
class StripeReconcilerTest {

    private static final String RECONCILE = "/sources/stripe/reconcile";

    @Inject
    LiveEvents events;

    @Inject
    ThinEvents thinEvents;

    @Inject
    Sources sources;

    @Inject
    StripeReconciler reconciler;

    @Inject
    @VirtualThreads
    ExecutorService threads;

    private final FakeStripe stripe = FakeStripe.INSTANCE;

    @BeforeEach
    void forget() throws Exception {
        stripe.clear();
        events.execute("DELETE FROM reconciliation");
    }

    @Test
    void missedEventsArePagedThroughAndProcessedAndKnownOnesGetNoArrival() {
        String known = LiveEvents.newId();
        String missed = LiveEvents.newId();
        String alsoMissed = LiveEvents.newId();
        String runHash = events.send(known).getString("run_hash");
        stripe.add(alsoMissed, LiveEvents.body(alsoMissed));
        stripe.add(known, LiveEvents.body(known).replace("4900", "5000")); // never compared
        stripe.add("evt_other", "{\"id\":\"evt_other\",\"type\":\"invoice.paid\",\"created\":1700000000}");
        stripe.add(missed, LiveEvents.body(missed));

        JsonPath report =
                events.act(RECONCILE, Map.of()).then().statusCode(200).extract().jsonPath();

        assertThat(report.getInt("listed")).isEqualTo(4);
        assertThat(report.getInt("missed")).isEqualTo(2);
        assertThat(report.getString("message")).contains("no gaps from 2023-11-14T22:13:20Z to ");
        for (String id : new String[] {missed, alsoMissed}) {
            JsonPath audit = events.get("/events/av_" + id + "/audit");
            assertThat(audit.getString("status")).isEqualTo("processed");
            assertThat(audit.getString("arrivals[0].signature")).isEqualTo("api");
            assertThat(audit.getString("arrivals[0].signed_at")).isNull();
            assertThat(audit.getString("arrivals[0].outcome")).isEqualTo("first");
        }
        JsonPath audit = events.get("/events/av_" + known + "/audit");
        assertThat(audit.getList("arrivals")).hasSize(1);
        assertThat(audit.getString("run_hash")).isEqualTo(runHash);
        assertThat(events.send(missed).getString("outcome")).isEqualTo("duplicate_reused");
    }

    @Test
    void theNextComparisonBeginsAtTheLastOneWithAnOverlap() {
        events.act(RECONCILE, Map.of()).then().statusCode(200);
        Instant before = Instant.now();

        JsonPath report = events.act(RECONCILE, Map.of()).jsonPath();

        long asked = Long.parseLong(stripe.queries().getLast().replaceAll(".*created\\[gte]=([0-9]+).*", "$1"));
        assertThat(asked).isBetween(before.getEpochSecond() - 3660, before.getEpochSecond() - 3540);
        assertThat(report.getInt("missed")).isZero();
        assertThat(report.getString("message")).startsWith("no gaps from ");
    }

    @Test
    void pacingIsObeyedAndAServiceInTroubleIsReportedAndLeavesTheWatermark() throws Exception {
        stripe.refuse(1);
        Instant before = Instant.now();

        events.act(RECONCILE, Map.of()).then().statusCode(200);

        assertThat(Instant.now()).isAfterOrEqualTo(before.plusSeconds(1));
        String watermark = events.text("SELECT checked_to::text FROM reconciliation");
        stripe.refuse(1000);
        events.act(RECONCILE, Map.of()).then().statusCode(503);
        stripe.refuse(0);
        assertThat(events.text("SELECT checked_to::text FROM reconciliation")).isEqualTo(watermark);
        events.act(RECONCILE, Map.of()).then().statusCode(200);
    }

    @Test
    void aCallerDoesNotWaitForLongAndTheComparisonGoesOn() throws Exception {
        String missed = LiveEvents.newId();
        stripe.add(missed, LiveEvents.body(missed));
        stripe.refuse(2); // a second each
        ReconcileResource impatient = new ReconcileResource(sources, reconciler, threads, Duration.ofMillis(100));

        try (Response answer = impatient.reconcile("stripe")) {
            assertThat(answer.getStatus()).isEqualTo(202);
            assertThat(answer.getHeaderString("Retry-After")).isEqualTo("5");
        }

        assertThat(events.act(RECONCILE, Map.of()).jsonPath().getString("code")).isEqualTo("in_progress");
        Eventually.holds("it ends", Duration.ofSeconds(20), () -> reconciledUpTo() != null);
        assertThat(events.status(missed)).isEqualTo("processed");
        assertThat(events.act(RECONCILE, Map.of()).jsonPath().getInt("missed")).isZero();
    }

    private String reconciledUpTo() {
        try {
            return events.text("SELECT checked_to::text FROM reconciliation");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPausedSourceIsNotCompared() {
        events.act("/sources/stripe/pause", Map.of("reason", "x")).then().statusCode(200);
        try {
            JsonPath refused = events.act(RECONCILE, Map.of())
                    .then()
                    .statusCode(409)
                    .extract()
                    .jsonPath();

            assertThat(refused.getString("code")).isEqualTo("source_paused");
            assertThat(stripe.queries()).isEmpty();
        } finally {
            events.act("/sources/stripe/resume", Map.of("reason", "x")).then().statusCode(200);
        }
        assertThat(events.act("/sources/messaging/reconcile", Map.of()).statusCode())
                .isEqualTo(409);
    }

    @Test
    void theSnapshotThatAThinEventNamesIsFetchedAndProcessedOnItsOwnKey() throws Exception {
        String snapshot = LiveEvents.newId();
        String thin = LiveEvents.newId();
        sendThin(thin, snapshot);
        assertThat(events.status(thin)).isEqualTo("duplicate_reused");
        stripe.add(snapshot, LiveEvents.body(snapshot));

        thinEvents.tick();

        assertThat(events.status(snapshot)).isEqualTo("processed");
        assertThat(events.get("/events/av_" + thin).getString("canonical_ref")).isEqualTo("av_" + snapshot);
        assertThat(events.get("/events/av_" + thin).getString("html_url"))
                .isEqualTo(events.get("/events/av_" + snapshot).getString("html_url"));
    }

    @Test
    void snapshotsThatStripeDoesNotKnowDoNotKeepOthersWaiting() throws Exception {
        for (int i = 0; i < 60; i++) {
            sendThin(LiveEvents.newId(), LiveEvents.newId());
        }
        String reachable = LiveEvents.newId().replace("evt_", "evt_z"); // the last in their order
        sendThin(LiveEvents.newId(), reachable);
        stripe.add(reachable, LiveEvents.body(reachable));

        thinEvents.tick();
        thinEvents.tick();

        assertThat(events.status(reachable)).isEqualTo("processed");
        stripe.clear();
        thinEvents.tick();
        assertThat(stripe.queries()).isEmpty();
    }

    private void sendThin(String id, String snapshot) {
        String body = "{\"id\":\"" + id + "\",\"object\":\"v2.core.event\",\"type\":\"v1.checkout.session.completed\","
                + "\"snapshot_event\":\"" + snapshot + "\"}";
        events.postBody(body).then().statusCode(200);
    }
}
