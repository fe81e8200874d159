package io.auditvisa.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/**
 * The benchmark of GO-10: {@code ./mvnw -Pbench verify}. It is no test of the ordinary build; the profile {@code bench} runs it
 * and nothing else. What it measures and how to read it: docs/performance.md.
 */
class Benchmark {

    private final BenchSettings settings = BenchSettings.read();
    private final Progress progress = new Progress();
    private final Report report = new Report();

    @Test
    void publishesWhatOneEventCosts() throws Exception {
        Logger.getLogger("org.flywaydb").setLevel(Level.WARNING);
        try (TestServer server = TestServer.start(Stage.postgres(settings))) {
            Meter meter = new Meter(server, settings);
            measureStage(server, meter);
            if (settings.runs("growth")) {
                report.growth(new Growth(server, meter, settings, progress).measure());
            }
        }
        report.write(settings);
    }

    private void measureStage(TestServer server, Meter meter) throws Exception {
        try (Stage stage = Stage.set(server, "service", settings)) {
            report.packageFiles(stage.together().plans().get(true).files());
            stage.proveSameRows();
            progress.say("the floor leaves the same rows as the service");
            new WarmUp(meter, settings, progress).warm(stage);
            Rounds rounds = new Rounds(stage, meter, settings, progress);
            for (Scenario scenario :
                    List.of(Scenario.messaging(), Scenario.certificate(), Scenario.repeat(), Scenario.mix())) {
                for (int clients : settings.runs(scenario.name()) ? settings.clients() : List.<Integer>of()) {
                    report.add(rounds.measure(scenario, clients));
                }
            }
            if (settings.runs("hot")) {
                report.add(rounds.measureHotKey());
            }
            if (settings.profile()) {
                report.profiles(Profile.all(stage, meter, progress));
            }
            proveSound(stage);
            if (settings.runs("recovery")) {
                report.recovery(Recovery.measure(stage, settings, progress));
                proveSound(stage);
            }
            if (settings.runs("fresh") && report.warmMessages() > 0) {
                report.fresh(FreshStart.measure(stage, report.warmMessages(), settings, progress));
            }
        }
    }

    /** What was measured was also right: every event finished, one debit for each, and the balances agree with the ledger. */
    private static void proveSound(Stage stage) throws Exception {
        try (Connection connection = TestServer.connect(stage.serviceUrl())) {
            assertThat(Meter.number(connection, "SELECT count(*) FROM event WHERE status <> 'processed'"))
                    .isZero();
            assertThat(Meter.number(connection, "SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                    .isEqualTo(Meter.number(connection, "SELECT count(*) FROM event WHERE source = 'messaging'"));
            assertThat(Meter.number(connection, """
                            SELECT count(*) FROM account a WHERE balance_minor <> (SELECT sum(CASE kind WHEN 'debit'
                              THEN -amount_minor ELSE amount_minor END) FROM ledger_entry l WHERE l.account = a.id)""")).isZero();
            assertThat(StoredRows.unknownTables(connection))
                    .as("tables that the floor does not write")
                    .isEmpty();
        }
    }
}
