package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestKey;
import io.auditvisa.testing.TestServer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * GO-3: a crash between any two durable steps ends as if it had not happened. One process dies at each point, each with an
 * event of its own; then the moment after the last crash is copied, and each copy is recovered in another way. Every copy
 * must end with the same bytes, those that were published before a crash included.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashMatrixIT {

    private static final boolean FULL = Boolean.getBoolean("full");
    private static final int KILLED = 137;

    /** The only transaction was cut off: nothing is stored, nothing was acknowledged, the sender retries. */
    private static final String NOTHING_STORED = "direct-rows-written";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** All of certificate events, in the order they are passed; rows-only events pass the second list. */
    private static final List<String> POINTS = FULL
            ? List.of(
                    "claim-committed",
                    "file-staged@1",
                    "file-staged@2",
                    "file-staged@3",
                    "staged",
                    "delivery-row-written",
                    "folder-renamed",
                    "folder-published",
                    "rows-written",
                    "before-commit",
                    "after-commit",
                    "before-answer")
            : List.of("claim-committed", "file-staged@2", "folder-renamed", "before-commit", "after-commit");

    /** Of events that earn rows alone and go the direct way, in one transaction. */
    private static final List<String> ROW_POINTS =
            FULL ? List.of(NOTHING_STORED, "after-commit", "before-answer") : List.of(NOTHING_STORED, "after-commit");

    private final Map<Sent, String> crashed = new LinkedHashMap<>();
    private TestServer server;
    private Site original;
    private Map<String, List<Byte>> publishedBefore;

    /** What the first recovered copy ended with; every other way of recovering must end with the same. */
    private Map<String, List<Byte>> firstRecovered = Map.of();

    /** What the sender does after the crash. */
    enum Sender {
        NEVER_RETRIES,
        RETRIES_BEFORE_THE_SWEEPER,
        TAKES_OVER_ITSELF,
        RETRIES_AFTERWARDS
    }

    @BeforeAll
    void crashAtEveryPoint() {
        server = TestServer.start();
        original = Site.create(server);
        PackagedApplication application = original.application();
        for (String point : POINTS) {
            crash(application, Sent.certificate(), point);
        }
        for (String point : ROW_POINTS) {
            crash(application, Sent.message(), point);
        }
        publishedBefore = original.published();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private void crash(PackagedApplication application, Sent event, String point) {
        application.set("crash.point", point).start();
        Sent.Answer answer = event.to(application);
        assertThat(answer.status()).as(point).isEqualTo(-1);
        assertThat(application.awaitExit(PATIENCE)).as(point).isEqualTo(KILLED);
        crashed.put(event, point);
    }

    @ParameterizedTest
    @EnumSource
    void everyCutOffEventEndsAsIfNothingHadHappened(Sender sender) {
        Site site = original.copy();
        try (PackagedApplication application = recovering(site).start()) {
            if (sender == Sender.RETRIES_BEFORE_THE_SWEEPER) {
                crashed.keySet().parallelStream()
                        .forEach(event -> assertThat(event.to(application).isAcknowledged())
                                .as(crashed.get(event))
                                .isTrue());
            }
            letTheGraceEnd(site);
            if (sender == Sender.TAKES_OVER_ITSELF) {
                crashed.keySet()
                        .forEach(event -> assertThat(event.to(application).status())
                                .as(crashed.get(event))
                                .isIn(200, 202));
            }
            awaitAllProcessed(site);

            boolean retried = sender == Sender.RETRIES_BEFORE_THE_SWEEPER || sender == Sender.TAKES_OVER_ITSELF;
            assertThatEachHasItsOneResult(site, application, retried ? 2 : 1);
            if (sender == Sender.RETRIES_AFTERWARDS) {
                crashed.forEach((event, point) -> {
                    Sent.Answer repeat = event.to(application);
                    assertThat(repeat.status()).isEqualTo(200);
                    assertThat(repeat.text("outcome"))
                            .as(point)
                            .isEqualTo(point.equals(NOTHING_STORED) ? "processed" : "duplicate_reused");
                });
                assertThatEachHasItsOneResult(site, application, 2);
            }
            assertThatFilesAreThoseOfAnUninterruptedRun(site);
        }
    }

    @Test
    void aNewKeyAndAnotherBaseUrlChangeOnlyWhatHadNoRecordYet() {
        Site site = original.copy();
        String oldKey = site.text("SELECT key_id FROM signing_key");
        try (PackagedApplication application = recovering(site)
                .set("auditvisa.signing.keys-dir", TestKey.newDirectory().toString())
                .set("auditvisa.base-url", "https://moved.example")
                .start()) {
            letTheGraceEnd(site);
            awaitAllProcessed(site);

            assertThatEachHasItsOneResult(site, application, 1);
            assertThat(site.list("SELECT DISTINCT base_url FROM event WHERE source = 'stripe'"))
                    .doesNotContain("https://moved.example");
            for (Map.Entry<Sent, String> event : crashed.entrySet()) {
                if (event.getKey().source().equals("stripe")) {
                    boolean recorded = List.of("after-commit", "before-answer").contains(event.getValue());
                    assertThat(site.text("SELECT (key_id = '" + oldKey + "')::text FROM event WHERE event_id = '"
                                    + event.getKey().id() + "'"))
                            .as(event.getValue())
                            .isEqualTo(Boolean.toString(recorded));
                }
            }
        }
    }

    private static PackagedApplication recovering(Site site) {
        return site.application().set("auditvisa.recovery.every", "1s");
    }

    /** Stands for waiting out the grace, which is long here so that no crashing process recovers its predecessor's event. */
    private static void letTheGraceEnd(Site site) {
        site.execute("UPDATE event SET due_at = clock_timestamp() WHERE status = 'processing'");
    }

    private void awaitAllProcessed(Site site) {
        Eventually.holds(
                "all processed",
                PATIENCE,
                () -> site.text("SELECT count(*) FROM event WHERE status <> 'processed'")
                        .equals("0"));
    }

    private void assertThatEachHasItsOneResult(Site site, PackagedApplication application, int arrivals) {
        int messages = arrivals > 1 ? ROW_POINTS.size() : ROW_POINTS.size() - 1;
        assertRows(site, "event", POINTS.size() + messages);
        assertRows(site, "delivery", POINTS.size());
        assertRows(site, "notification", POINTS.size());
        assertRows(site, "ledger_entry WHERE kind = 'debit'", messages);
        assertRows(site, "inbox_line", messages);
        assertRows(site, "crm_forward", messages);
        Sent.Answer invariants = Sent.get(application, "/invariants");
        assertThat(invariants.body().path("holds").asBoolean())
                .as(invariants.body().toString())
                .isTrue();
        crashed.forEach((event, point) -> {
            int stored = point.equals(NOTHING_STORED) ? arrivals - 1 : arrivals;
            if (stored > 0) {
                Sent.Answer audit = Sent.get(application, "/events/" + event.ref() + "/audit");
                assertThat(audit.text("verdict")).as(point + " " + audit.body()).isEqualTo("consistent");
                assertThat(audit.body().path("arrivals")).as(point).hasSize(stored);
            }
        });
    }

    private static void assertRows(Site site, String from, int count) {
        assertThat(site.text("SELECT count(*) FROM " + from)).as(from).isEqualTo(Integer.toString(count));
    }

    private void assertThatFilesAreThoseOfAnUninterruptedRun(Site site) {
        Map<String, List<Byte>> published = site.published();
        assertThat(published).hasSize(3 * POINTS.size()).containsAllEntriesOf(publishedBefore);
        assertThat(site.quarantined()).isEmpty();
        if (firstRecovered.isEmpty()) {
            firstRecovered = published;
        }
        assertThat(published).isEqualTo(firstRecovered);
    }
}
