package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * The service is killed under load and started again on the same database and files, with the default grace and sweeps.
 *
 * @param clients that send certificates and messages, half of each
 * @param kills one for each round
 */
record Recovery(int clients, List<Kill> kills) {

    private static final int CLIENTS = 64;
    private static final int ROUNDS = 3;
    private static final long POLL_MILLIS = 20;
    private static final double LONGEST_SECONDS = 180;

    /** Whatever a machine has still to do; what waits for a person or a sender has no due time. */
    private static final String UNSETTLED = """
            SELECT count(*) FROM event
             WHERE status IN ('received', 'processing', 'failed', 'orphaned') AND due_at IS NOT NULL""";

    private static final String PROCESSED = "SELECT count(*) FROM event WHERE status = 'processed'";

    /**
     * One kill -9.
     *
     * @param acknowledged events answered 200 before it
     * @param cutOff events in the middle of their run when it came
     * @param readySeconds from the start of the new process until it is ready
     * @param settledSeconds from then until every event has its result
     */
    record Kill(long acknowledged, long cutOff, double readySeconds, double settledSeconds) {}

    static Recovery measure(Stage stage, BenchSettings settings, Progress progress) throws Exception {
        List<Kill> kills = new ArrayList<>();
        try (Connection connection = TestServer.connect(stage.serviceUrl())) {
            for (int round = 0; round < (settings.quick() ? 1 : ROUNDS); round++) {
                Kill kill = kill(stage.service(), connection, settings);
                kills.add(kill);
                progress.say(
                        "kill -9: %d events cut off, ready after %.1f s, settled %.1f s later",
                        kill.cutOff(), kill.readySeconds(), kill.settledSeconds());
            }
        }
        return new Recovery(CLIENTS, kills);
    }

    private static Kill kill(Service service, Connection connection, BenchSettings settings) throws Exception {
        long before = Meter.number(connection, PROCESSED);
        long acknowledged = loadUntilKilled(service, settings);
        long cutOff = Meter.number(connection, UNSETTLED);

        long start = System.nanoTime();
        service.start();
        double ready = since(start);
        long readyAt = System.nanoTime();
        while (Meter.number(connection, UNSETTLED) > 0) {
            if (since(readyAt) > LONGEST_SECONDS) {
                throw new Load.VoidRun("events are not settled after " + LONGEST_SECONDS + " s", null);
            }
            Thread.sleep(POLL_MILLIS);
        }
        double settled = since(readyAt);

        if (Meter.number(connection, PROCESSED) < before + acknowledged) {
            throw new Load.VoidRun("an acknowledged event was lost", null);
        }
        return new Kill(acknowledged, cutOff, ready, settled);
    }

    /** How many were acknowledged; the senders fail when the service dies, which is no error here. */
    private static long loadUntilKilled(Service service, BenchSettings settings) throws Exception {
        Load load = Load.start(service, Scenario.both().script(), CLIENTS);
        try (load) {
            load.count();
            Thread.sleep((long) (settings.seconds() * 1000));
            if (!load.isHealthy()) {
                load.stop(); // says what happened
            }
            service.kill();
        }
        return load.counted();
    }

    /** The worst of all rounds: what an operator has to reckon with. */
    Kill worst() {
        return new Kill(
                kills.stream().mapToLong(Kill::acknowledged).sum(),
                kills.stream().mapToLong(Kill::cutOff).sum(),
                kills.stream().mapToDouble(Kill::readySeconds).max().orElse(0),
                kills.stream().mapToDouble(Kill::settledSeconds).max().orElse(0));
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
