package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import io.auditvisa.testing.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table "When it is in trouble" of docs/database.md, on a running service; {@link DatabaseLateIT} has the start. */
class DatabaseTroubleIT {

    /** Longer than the longest answer to a sender. */
    private static final Duration BOUNDED = Duration.ofSeconds(14);

    private static final Duration AT_ONCE = Duration.ofSeconds(3);
    private static final Duration SOON = Duration.ofSeconds(20);

    private static TestServer server;
    private static Wire wire;
    private static Site site;
    private static PackagedApplication application;

    @BeforeAll
    static void start() {
        server = TestServer.start();
        wire = new Wire(server.port());
        site = Site.create(server);
        site.execute("CREATE ROLE service LOGIN");
        site.execute("GRANT ALL ON SCHEMA public TO service");
        application = site.application()
                .database(wire.through(site.jdbcUrl()))
                .set("quarkus.datasource.username", "service")
                .set("auditvisa.recovery.grace", "4s")
                .set("auditvisa.recovery.every", "1s")
                .start();
        assertThat(Sent.certificate().to(application).status()).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        application.close();
        wire.close();
        server.close();
    }

    @Test
    void aServerThatIsGoneIsAnsweredForAtOnceAndUsedAgainWhenItIsBack() {
        Sent event = Sent.certificate();
        server.stop();
        try {
            assertUnavailable(event);
            Sent.Answer api = Sent.get(application, "/events");
            assertThat(api.status()).isEqualTo(503);
            assertThat(api.text("code")).isEqualTo("database_unavailable");
            assertThat(application.status(application.managementUrl() + "/q/health/live"))
                    .isEqualTo(200);
            assertThat(application.status(application.managementUrl() + "/q/health/ready"))
                    .isEqualTo(503);
        } finally {
            server.startAgain();
        }

        becomes200(event);
        assertNothingWasLost(List.of(event));
    }

    @Test
    void aSlowServerMakesAnswersLateAndLosesNone() {
        List<Sent> events = List.of(Sent.certificate(), Sent.message(), Sent.certificate());
        wire.delay(250);
        try {
            for (Sent.Answer answer : atOnce(events)) {
                assertThat(answer.status()).isIn(200, 202);
            }
        } finally {
            wire.delay(0);
        }

        events.forEach(DatabaseTroubleIT::becomes200);
        assertNothingWasLost(events);
    }

    /** A network that is cut without a word: no connection is refused, no connection is closed. */
    @Test
    void aSilentServerIsGivenUpAndItsConnectionsAreReplaced() {
        List<Sent> events = IntStream.range(0, 24)
                .mapToObj(i -> i % 2 == 0 ? Sent.certificate() : Sent.message())
                .toList();
        wire.silence();
        try {
            for (Sent.Answer answer : atOnce(events)) {
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.text("code")).isIn("database_unavailable", "overloaded");
            }
        } finally {
            wire.mend();
        }

        events.forEach(DatabaseTroubleIT::becomes200);
        assertNothingWasLost(events);
    }

    @Test
    void aServerThatGivesNoFurtherConnectionsIsUsedWithThoseThereAre() {
        Sent first = Sent.certificate();
        Sent second = Sent.message();
        site.execute("ALTER ROLE service CONNECTION LIMIT 2");
        try {
            endConnections();
            becomes200(first);

            site.execute("ALTER ROLE service CONNECTION LIMIT 0");
            endConnections();
            assertUnavailable(second);
        } finally {
            site.execute("ALTER ROLE service CONNECTION LIMIT -1");
        }

        becomes200(second);
        assertNothingWasLost(List.of(first, second));
    }

    @Test
    void aServerThatOnlyReadsAfterAFailOverStoresNothingAndIsLeftWhenThereIsAWriter() {
        Sent event = Sent.certificate();
        site.execute("ALTER ROLE service SET default_transaction_read_only = on");
        try {
            endConnections();
            Eventually.holds("read-only", SOON, () -> {
                Sent.Answer answer = event.to(application);
                return answer.text("code").equals("database_unavailable");
            });
            assertUnavailable(event);
        } finally {
            site.execute("ALTER ROLE service RESET default_transaction_read_only");
        }

        becomes200(event);
        assertNothingWasLost(List.of(event));
    }

    @Test
    void aFullDiskBeforeTheArrivalIsStoredIs503AndAfterwards202() {
        Sent unstored = Sent.certificate();
        Sent stored = Sent.certificate();
        site.execute("CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END$$");
        site.execute("CREATE TRIGGER disk_full BEFORE INSERT ON event EXECUTE FUNCTION disk_full()");
        try {
            assertUnavailable(unstored);
        } finally {
            site.execute("DROP TRIGGER disk_full ON event");
        }
        site.execute("CREATE TRIGGER disk_full BEFORE INSERT ON delivery EXECUTE FUNCTION disk_full()");
        try {
            assertThat(stored.to(application).status()).isEqualTo(202);
        } finally {
            site.execute("DROP FUNCTION disk_full CASCADE");
        }

        Eventually.holds("the sweeper goes on", SOON, () -> status(stored).equals("processed"));
        becomes200(unstored);
        assertNothingWasLost(List.of(unstored, stored));
    }

    private static void assertUnavailable(Sent event) {
        long start = System.nanoTime();
        Sent.Answer answer = event.to(application);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text("code")).isEqualTo("database_unavailable");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    }

    private static List<Sent.Answer> atOnce(List<Sent> events) {
        long start = System.nanoTime();
        List<Sent.Answer> answers = Senders.atOnce(events, application);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUNDED);
        return answers;
    }

    private static void becomes200(Sent event) {
        List<Integer> told = new ArrayList<>();
        Eventually.holds(event.ref() + " is answered 200, not " + told, SOON, () -> {
            told.add(event.to(application).status());
            return told.getLast() == 200;
        });
    }

    private static void assertNothingWasLost(List<Sent> events) {
        assertThat(events).allMatch(event -> status(event).equals("processed"));
        assertThat(Sent.get(application, "/invariants").body().path("holds").asBoolean())
                .isTrue();
        assertThat(application.stdout()).doesNotContain("\tat ");
    }

    private static String status(Sent event) {
        return site.text("SELECT status FROM event WHERE event_id = '" + event.id() + "'");
    }

    private static void endConnections() {
        site.list("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'");
    }
}
