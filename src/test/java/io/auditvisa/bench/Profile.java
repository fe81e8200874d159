package io.auditvisa.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where time goes in one scenario with 64 clients.
 *
 * @param waits average number of database connections of the service, by what they wait for
 * @param statements the most expensive statements
 */
record Profile(
        Measurement measured,
        FlightRecording.Summary recording,
        Map<String, Double> waits,
        List<StatementTimes.Cost> statements) {

    static Map<String, Profile> all(Stage stage, Meter meter, Progress progress) throws Exception {
        Map<String, Profile> profiles = new LinkedHashMap<>();
        for (Scenario scenario : List.of(Scenario.messaging(), Scenario.certificate(), Scenario.repeat())) {
            profiles.put(scenario.name(), of(stage, meter, scenario));
            progress.say("profiled %s", scenario.name());
        }
        return profiles;
    }

    private static Profile of(Stage stage, Meter meter, Scenario scenario) throws Exception {
        Path file = BenchSettings.OUTPUT.resolve(scenario.name() + ".jfr");
        Files.deleteIfExists(file);
        Service service = stage.service();
        long process = service.process().orElseThrow();
        StatementTimes.reset(stage.serviceUrl());
        FlightRecording.start(process);
        try (WaitEvents waits = new WaitEvents(stage.serviceUrl())) {
            Measurement measured = meter.measure(service, stage.serviceUrl(), scenario.script(), 64);
            return new Profile(
                    measured,
                    FlightRecording.stop(process, file),
                    waits.stop(),
                    StatementTimes.read(stage.serviceUrl()));
        }
    }
}
