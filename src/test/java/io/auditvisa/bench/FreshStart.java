package io.auditvisa.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * A new JVM that gets 64 clients at once.
 *
 * @param readySeconds from the start of the process until it is ready
 * @param halfSpeedSeconds from the first request until a second with half of {@code warm}; negative when never reached
 * @param warm messages per second of the warm service
 * @param perSecond messages in each second
 */
record FreshStart(double readySeconds, double halfSpeedSeconds, double warm, List<Long> perSecond) {

    static FreshStart measure(Stage stage, double warm, BenchSettings settings, Progress progress) throws Exception {
        if (warm <= 0) {
            throw new IllegalArgumentException("measure messaging at 64 clients first");
        }
        long start = System.nanoTime();
        stage.service().startAgain();
        double ready = (System.nanoTime() - start) / 1e9;
        int seconds = settings.quick() ? 5 : 45;
        List<Long> perSecond = new ArrayList<>();
        int half = -1;
        try (Load load = Load.start(stage.service(), Scenario.messaging().script(), 64)) {
            load.count();
            long before = 0;
            for (int second = 1; second <= seconds; second++) {
                Thread.sleep(1_000);
                long now = load.counted();
                perSecond.add(now - before);
                half = half < 0 && now - before >= warm / 2 ? second : half;
                before = now;
            }
            load.stop();
        }
        progress.say("fresh JVM: ready after %.1f s, half of warm speed after %d s: %s", ready, half, perSecond);
        return new FreshStart(ready, half, warm, perSecond);
    }
}
