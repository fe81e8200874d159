package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * AV-10, AV-11: the recoverer itself stalls. Its process is stopped while its runs, which a sweep began, stand between claim
 * and fulfilment or inside the fulfilling transaction; another replica takes the events over; then it wakes up.
 */
class StalledRecoveryIT {

    private static final boolean FULL = Boolean.getBoolean("full");
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final List<String> TABLES = List.of(
            "event",
            "arrival",
            "transition",
            "delivery",
            "notification",
            "account",
            "ledger_entry",
            "inbox_line",
            "crm_forward");

    /** One place for each event, as many as a sweep runs at once. A message passes only the last ones. */
    static Stream<List<String>> points() {
        List<String> usual = List.of("staged", "delivery-row-written", "before-commit", "before-commit");
        List<String> others = List.of("claim-committed", "folder-renamed", "folder-published", "rows-written");
        return FULL ? Stream.of(usual, others) : Stream.of(usual);
    }

    @ParameterizedTest
    @MethodSource("points")
    void aRecovererThatStallsLosesItsEventsAndWritesNothingWhenItWakesUp(List<String> points) throws Exception {
        try (TestServer server = TestServer.start()) {
            Site site = Site.create(server);
            List<Sent> events = cutOff(site);
            StandStill stall = StandStill.at(site, points);
            try (PackagedApplication stalled = stall.in(recoverer(site)).start()) {
                stall.awaitAll();
                stalled.signal("STOP");
                Map<String, String> stalledRuns = runs(site, events);
                try (PackagedApplication other = recoverer(site).start()) {
                    awaitAllProcessed(site);
                    List<String> rows = rows(site);
                    Map<String, List<Byte>> files = site.published();

                    stall.end();
                    stalled.signal("CONT");

                    Eventually.holds("all are fenced off", PATIENCE, () -> fencedOff(stalled) == points.size());
                    assertThat(rows(site)).isEqualTo(rows);
                    assertThat(site.published()).isEqualTo(files).hasSize(3 * 3);
                    assertThat(site.quarantined()).isEmpty();
                    Eventually.holds(
                            "nothing stays staged",
                            PATIENCE,
                            () -> site.staged().isEmpty());
                    assertThatEachHasItsOneResult(site, other, stalledRuns);
                } finally {
                    stalled.signal("CONT");
                }
            }
        }
    }

    /** Three certificates and a message, claimed by a process that then dies. */
    private static List<Sent> cutOff(Site site) throws SQLException {
        List<Sent> events = List.of(Sent.certificate(), Sent.certificate(), Sent.certificate(), Sent.message());
        StandStill claimed = StandStill.at(site, Collections.nCopies(events.size(), "claim-committed"));
        PackagedApplication owner = claimed.in(site.application().set("auditvisa.recovery.grace", "4s"))
                .start();
        try (Connection connection = TestServer.connect(site.jdbcUrl());
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // while its account is locked, a message cannot go the direct way, which a crash would leave no trace of
            statement.execute("SELECT FROM account WHERE id = 'demo' FOR UPDATE");
            events.forEach(event -> Thread.ofVirtual().start(() -> event.to(owner)));
            claimed.awaitAll();
            owner.kill9();
        }
        site.execute("UPDATE event SET due_at = clock_timestamp()");
        return events;
    }

    private static PackagedApplication recoverer(Site site) {
        return site.application().set("auditvisa.recovery.grace", "6s").set("auditvisa.recovery.every", "1s");
    }

    /** Ref → the run that owns the event now. */
    private static Map<String, String> runs(Site site, List<Sent> events) {
        return events.stream()
                .collect(java.util.stream.Collectors.toMap(
                        Sent::ref, event -> site.text("SELECT run_id FROM event WHERE ref = '" + event.ref() + "'")));
    }

    private static void awaitAllProcessed(Site site) {
        Eventually.holds(
                "all processed",
                PATIENCE,
                () -> site.text("SELECT count(*) FROM event WHERE status <> 'processed'")
                        .equals("0"));
    }

    private static List<String> rows(Site site) {
        List<String> rows = new ArrayList<>();
        for (String table : TABLES) {
            // when its files were last looked at, a scrub writes again and again
            rows.addAll(site.list(
                    "SELECT '" + table + " ' || (to_jsonb(t) - 'scrubbed_at')::text FROM " + table + " t ORDER BY 1"));
        }
        return rows;
    }

    private static long fencedOff(PackagedApplication application) {
        return application
                .stdout()
                .lines()
                .filter(line -> line.contains("was fenced off"))
                .count();
    }

    private static void assertThatEachHasItsOneResult(
            Site site, PackagedApplication application, Map<String, String> stalledRuns) {
        assertThat(site.text("SELECT count(*) FROM delivery")).isEqualTo("3");
        assertThat(site.text("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo("1");
        assertThat(site.text("SELECT balance_minor FROM account WHERE id = 'demo'"))
                .isEqualTo("9999");
        assertThat(Sent.get(application, "/invariants").body().path("holds").asBoolean())
                .isTrue();
        stalledRuns.forEach((ref, stalledRun) -> {
            JsonNode audit = Sent.get(application, "/events/" + ref + "/audit").body();
            assertThat(audit.path("verdict").asText()).as(audit.toString()).isEqualTo("consistent");
            assertThat(audit.path("chain").path("valid").asBoolean()).isTrue();
            String lastRun = site.text("SELECT run_id FROM event WHERE ref = '" + ref + "'");
            List<String> reasons = audit.path("transitions").findValuesAsText("reason");
            List<String> actors = audit.path("transitions").findValuesAsText("actor");
            assertThat(actors.stream().filter("sweeper"::equals))
                    .as("both took it over")
                    .hasSize(2);
            assertThat(reasons).anyMatch(reason -> reason.contains("run " + stalledRun + " held it"));
            assertThat(actors.getLast()).isEqualTo("run " + lastRun).isNotEqualTo("run " + stalledRun);
        });
    }
}
