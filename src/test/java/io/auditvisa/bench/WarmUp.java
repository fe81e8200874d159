package io.auditvisa.bench;

import java.util.List;

/** Brings service and clients to speed, few clients first: many at once on a cold JVM keep the compiler from its work. */
final class WarmUp {

    private static final double STEADY = 0.05;

    private final Meter meter;
    private final BenchSettings settings;
    private final Progress progress;

    WarmUp(Meter meter, BenchSettings settings, Progress progress) {
        this.meter = meter;
        this.settings = settings;
        this.progress = progress;
    }

    void warm(Stage stage) throws Exception {
        List<Scenario> scenarios = List.of(Scenario.messaging(), Scenario.certificate(), Scenario.repeat());
        for (int clients : List.of(1, 4, 16, 64)) {
            for (Scenario scenario : scenarios) {
                meter.measure(stage.service(), stage.serviceUrl(), scenario.script(), clients);
            }
        }
        for (Scenario scenario : scenarios) {
            for (Target floor : List.of(stage.statements(), stage.together())) {
                meter.measure(
                        floor,
                        stage.url(floor),
                        scenario.needsStored() ? Scenario.messaging().script() : scenario.script(),
                        16);
            }
        }
        untilSteady(stage);
    }

    /** Until the best speed so far is no longer beaten, at most {@code warmUpSeconds}. */
    private void untilSteady(Stage stage) throws Exception {
        long deadline = System.nanoTime() + (long) (settings.warmUpSeconds() * 1e9);
        double best = 0;
        int steady = 0;
        while (steady < 3 && System.nanoTime() < deadline) {
            double speed = meter.measure(
                            stage.service(),
                            stage.serviceUrl(),
                            Scenario.messaging().script(),
                            64)
                    .perSecond();
            steady = speed > best * (1 + STEADY) ? 0 : steady + 1;
            best = Math.max(best, speed);
            progress.say("warm-up: %.0f messages/s", speed);
        }
    }
}
