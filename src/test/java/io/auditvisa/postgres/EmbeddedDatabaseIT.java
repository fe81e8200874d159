package io.auditvisa.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.LeftBehind;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The packaged application without any settings, and what is left of it when it is killed. */
class EmbeddedDatabaseIT {

    @Test
    void aStartWithoutSettingsBringsADurableDatabaseThatOnlyThisMachineReaches() throws Exception {
        try (PackagedApplication app = new PackagedApplication().start()) {
            assertThat(ask(app, "SHOW fsync")).isEqualTo("on");
            assertThat(ask(app, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(ask(app, "SHOW full_page_writes")).isEqualTo("on");
            assertThat(ask(app, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(ask(app, "SHOW server_encoding")).isEqualTo("UTF8");

            Instant asked = Instant.now();
            int exitCode = app.stop();

            assertThat(exitCode).isIn(0, 143); // 128 + SIGTERM
            assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(30));
            assertThat(server(app)).isEmpty();
        }
    }

    @Test
    void afterAKillTheNextStartEndsTheServerLeftBehindAndKeepsItsData() throws Exception {
        try (PackagedApplication app = new PackagedApplication().start()) {
            ask(app, "CREATE TABLE kept AS SELECT 42 AS number; SELECT number FROM kept");
            app.kill9();
            long leftBehind = server(app).orElseThrow().pid();

            Instant started = Instant.now();
            app.start();

            assertThat(Duration.between(started, Instant.now())).isLessThan(Duration.ofSeconds(60));
            assertThat(server(app).orElseThrow().pid()).isNotEqualTo(leftBehind);
            assertThat(ask(app, "SELECT number FROM kept")).isEqualTo("42");
            app.stop();
            assertThat(server(app)).isEmpty();
        }
    }

    @Test
    void aNoteOfADeadServerDoesNotStopTheStartEvenIfAnotherProcessHasItsId() throws Exception {
        try (PackagedApplication app = new PackagedApplication().start()) {
            app.kill9();
            ProcessHandle leftBehind = server(app).orElseThrow();
            leftBehind.destroyForcibly();
            leftBehind.onExit().join();
            Path note = app.dataDirectory().resolve("postgres/postmaster.pid");
            List<String> lines = Files.readAllLines(note);

            app.start(); // the note names a process that is dead
            app.kill9();
            ProcessHandle second = server(app).orElseThrow();
            second.destroyForcibly();
            second.onExit().join();
            lines.set(0, Long.toString(ProcessHandle.current().pid()));
            Files.write(note, lines);
            app.start(); // it names a process that is no server: this test

            assertThat(server(app)).isPresent();
        }
    }

    @Test
    void aDirectoryInUseByAnotherInstanceStopsTheStartAndDisturbsNobody() throws Exception {
        try (PackagedApplication first = new PackagedApplication().start();
                PackagedApplication second = new PackagedApplication()
                        .set("auditvisa.data-dir", first.dataDirectory().toString())
                        .launch()) {
            assertThat(second.awaitExit(Duration.ofSeconds(60))).isEqualTo(1);
            assertThat(second.stderr().strip())
                    .hasLineCount(1)
                    .contains("is in use by another running AuditVisa")
                    .contains(first.dataDirectory().toString());
            assertThat(ask(first, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aConfiguredServerIsUsedAndReadinessFollowsIt() throws Exception {
        try (TestServer server = TestServer.start();
                PackagedApplication app = new PackagedApplication()
                        .database(server.createDatabase())
                        .start()) {
            assertThat(app.dataDirectory().resolve("postgres")).doesNotExist();

            server.kill();
            awaitReadiness(app, 503);
            assertThat(app.status(app.managementUrl() + "/q/health/live")).isEqualTo(200);
            assertThat(app.status(app.managementUrl() + "/q/health/started")).isEqualTo(200);

            server.startAgain();
            awaitReadiness(app, 200);
        }
    }

    private static void awaitReadiness(PackagedApplication app, int status) {
        Eventually.holds(
                "readiness " + status,
                Duration.ofSeconds(10),
                () -> app.status(app.managementUrl() + "/q/health/ready") == status);
    }

    private static Optional<ProcessHandle> server(PackagedApplication app) {
        return LeftBehind.server(app.dataDirectory().resolve("postgres"));
    }

    private static String ask(PackagedApplication app, String sql) throws SQLException, IOException {
        String port = Files.readAllLines(app.dataDirectory().resolve("postgres/postmaster.pid"))
                .get(3);
        try (Connection connection = TestServer.connect("jdbc:postgresql://127.0.0.1:" + port + "/postgres");
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            while (!rows) {
                rows = statement.getMoreResults();
            }
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
