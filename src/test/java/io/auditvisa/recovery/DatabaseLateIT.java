package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A service that starts before its database can be used: it serves at once, and works as soon as the database does. */
class DatabaseLateIT {

    private static final Duration USUAL_START = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int SENDERS = 64;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void itServesWithoutADatabaseAndBeginsToWorkWhenThereIsOne() {
        Site site = Site.create(server);
        site.execute("CREATE ROLE late");
        site.execute("GRANT ALL ON SCHEMA public TO late");
        server.stop();
        try (PackagedApplication application =
                site.application().set("quarkus.datasource.username", "late").launch()) {
            awaitServing(application);
            assertNotReady(application);

            server.startAgain();
            awaitLine(application, "refuses quarkus.datasource.username");
            site.execute("ALTER ROLE late LOGIN CONNECTION LIMIT 0");
            awaitLine(application, "too many connections");
            assertNotReady(application);
            site.execute("ALTER ROLE late CONNECTION LIMIT -1");
            application.awaitReady(SOON);

            assertThat(Senders.atOnce(
                            IntStream.range(0, SENDERS)
                                    .mapToObj(i -> i % 2 == 0 ? Sent.certificate() : Sent.message())
                                    .toList(),
                            application))
                    .allMatch(Sent.Answer::isAcknowledged);
            assertThat(Sent.get(application, "/invariants").body().path("holds").asBoolean())
                    .isTrue();
            assertThat(application.get("/.well-known/jwks.json").body()).contains("\"status\":\"active\"");
            assertThat(application.stdout()).contains("database_ready").doesNotContain("\tat ");
            assertThat(application.stdout().lines().filter(line -> line.contains("database_not_ready")))
                    .as("one line for each trouble")
                    .hasSizeLessThanOrEqualTo(4);
        }
    }

    /** Encoding is a property of the database: no waiting changes it. */
    @Test
    void aDatabaseThatTurnsOutToBeUnusableEndsTheProcessWithOneLine() {
        Site site = Site.create(server);
        String latin = site.jdbcUrl().replaceAll("/db_[a-z0-9]+", "/latin");
        try (PackagedApplication application =
                site.application().database(latin).launch()) {
            awaitLine(application, "database_not_ready");
            awaitServing(application);

            site.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");

            assertThat(application.awaitExit(SOON)).isEqualTo(1);
            assertThat(application.stderr().replaceFirst("Picked up .*\\R", "").strip())
                    .hasLineCount(1)
                    .contains("needs encoding UTF8, not LATIN1");
            assertThat(application.stdout()).doesNotContain("\tat ");
        }
    }

    private static void awaitServing(PackagedApplication application) {
        String live = application.managementUrl() + "/q/health/live";
        Eventually.holds("live", USUAL_START, () -> application.status(live) == 200);
    }

    private static void awaitLine(PackagedApplication application, String text) {
        Eventually.holds(text, USUAL_START, () -> application.stdout().contains(text));
    }

    private static void assertNotReady(PackagedApplication application) {
        assertThat(application.status(application.managementUrl() + "/q/health/live"))
                .isEqualTo(200);
        assertThat(application.status(application.managementUrl() + "/q/health/started"))
                .isEqualTo(200);
        assertThat(application.status(application.managementUrl() + "/q/health/ready"))
                .isEqualTo(503);
        long start = System.nanoTime();
        Sent event = Sent.certificate();
        List<Sent.Answer> answers =
                List.of(event.to(application), Sent.message().to(application), Sent.get(application, "/events"));
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text("code")).isEqualTo("database_unavailable");
        });
        HttpResponse<String> keys = application.get("/.well-known/jwks.json");
        assertThat(keys.statusCode()).isEqualTo(503);
        assertThat(keys.headers().firstValue("Retry-After")).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        assertThat(application.get("/api/v1/events").statusCode()).isEqualTo(401);
        assertThat(application.post("/webhooks/stripe", "{}", Map.of()).statusCode())
                .isEqualTo(400);
        assertThat(application.post("/webhooks/nobody", "{}", Map.of()).statusCode())
                .isEqualTo(404);
    }
}
