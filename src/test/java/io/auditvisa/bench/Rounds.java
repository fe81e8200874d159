package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Alternating rounds: in each, every target is measured once, so what changes on the machine meets all alike. */
final class Rounds {

    private static final int STORED = 10_000;

    private final Stage stage;
    private final Meter meter;
    private final BenchSettings settings;
    private final Progress progress;

    Rounds(Stage stage, Meter meter, BenchSettings settings, Progress progress) {
        this.stage = stage;
        this.meter = meter;
        this.settings = settings;
        this.progress = progress;
    }

    /** Service and both forms of the floor. */
    List<Result> measure(Scenario scenario, int clients) throws Exception {
        List<Target> targets = List.of(stage.statements(), stage.together(), stage.service());
        if (scenario.needsStored()) {
            for (Target target : List.of(stage.together(), stage.service())) {
                store(target, scenario.kind());
            }
        }
        Map<Target, List<Measurement>> measured = new LinkedHashMap<>();
        for (int round = 0; round < settings.rounds(); round++) {
            for (Target target : targets) {
                Measurement one = meter.measure(target, stage.url(target), scenario.script(), clients);
                measured.computeIfAbsent(target, ignored -> new ArrayList<>()).add(one);
                progress.say("%s, %d clients, %s: %.0f/s", scenario.name(), clients, target.name(), one.perSecond());
            }
        }
        List<Result> results = new ArrayList<>();
        measured.forEach((target, rounds) -> results.add(Result.of(scenario.name(), clients, target.name(), rounds)));
        return results;
    }

    /** One hot key, with and without others beside it; and the same load without a hot key. */
    List<Result> measureHotKey() throws Exception {
        Service service = stage.service();
        Scenario repeat = Scenario.repeat();
        store(service, repeat.kind());
        store(stage.together(), repeat.kind());
        Map<String, List<Measurement>> measured = new LinkedHashMap<>();
        for (int round = 0; round < settings.rounds(); round++) {
            Script hot = Scenario.hot(service.book()).script();
            Script floorHot = Scenario.hot(stage.together().book()).script();
            keep(measured, "hot/floor-cte", meter.measure(stage.together(), stage.url(stage.together()), floorHot, 64));
            keep(measured, "spread/service", meter.measure(service, stage.serviceUrl(), repeat.script(), 64));
            keep(measured, "hot/service", meter.measure(service, stage.serviceUrl(), hot, 64));
            keep(measured, "others beside spread/service", beside(repeat.script(), repeat.script()));
            keep(measured, "others beside hot/service", beside(hot, repeat.script()));
        }
        List<Result> results = new ArrayList<>();
        measured.forEach((name, rounds) -> {
            String[] parts = name.split("/");
            results.add(Result.of(parts[0], parts[0].startsWith("others") ? 16 : 64, parts[1], rounds));
        });
        return results;
    }

    /** What 16 other clients see beside 64 that do {@code crowd}. */
    private Measurement beside(Script crowd, Script others) throws Exception {
        Service service = stage.service();
        try (Connection connection = TestServer.connect(stage.serviceUrl());
                Load busy = Load.start(service, crowd, 64);
                Load watched = Load.start(service, others, 16)) {
            Measurement seen = meter.measure(service, watched, connection, settings.seconds());
            busy.stop();
            return seen;
        }
    }

    private void keep(Map<String, List<Measurement>> measured, String name, Measurement one) {
        measured.computeIfAbsent(name, ignored -> new ArrayList<>()).add(one);
        progress.say("%s: %.0f/s, p99 %.1f ms", name, one.perSecond(), one.p99());
    }

    /** Enough processed events that repeats are spread out. */
    private void store(Target target, EventKind kind) throws Exception {
        int wanted = settings.quick() ? 500 : STORED;
        if (target.book().size(kind) >= wanted) {
            return;
        }
        try (Load load = Load.start(target, Script.firstTime(kind), 16)) {
            while (target.book().size(kind) < wanted && load.isHealthy()) {
                Thread.sleep(100);
            }
            load.stop();
        }
    }
}
