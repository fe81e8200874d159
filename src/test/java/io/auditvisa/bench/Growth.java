package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The same load on databases that hold few and many events, each with a service of its own, in alternating rounds. */
final class Growth {

    private static final String SIZES = """
            SELECT relname, pg_total_relation_size(oid) AS bytes, pg_indexes_size(oid) AS indexes
              FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
             ORDER BY bytes DESC LIMIT 8""";

    private final TestServer server;
    private final Meter meter;
    private final BenchSettings settings;
    private final Progress progress;

    Growth(TestServer server, Meter meter, BenchSettings settings, Progress progress) {
        this.server = server;
        this.meter = meter;
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * @param stored events the database held at first
     * @param bytes of the whole database by then
     * @param tables bytes of the largest tables with their indexes, and of the indexes alone under {@code <table> indexes}
     */
    record Size(int stored, long bytes, Map<String, Long> tables) {}

    record Grown(List<Result> results, List<Size> sizes) {}

    Grown measure() throws Exception {
        List<Stage> stages = new ArrayList<>();
        List<Size> sizes = new ArrayList<>();
        try {
            for (int stored : settings.stored()) {
                Stage stage = Stage.set(server, "service", settings);
                stages.add(stage);
                EventKind seeds = EventKind.messages(7_005);
                try (Client client = stage.service().connect()) {
                    client.first(seeds, 0);
                }
                Seeding.fill(stage.serviceUrl(), seeds, stored, progress);
                sizes.add(size(stage.serviceUrl(), stored));
                new WarmUp(meter, settings, progress).warm(stage);
            }
            return new Grown(alternate(stages), sizes);
        } finally {
            for (Stage stage : stages) {
                stage.close();
            }
        }
    }

    private List<Result> alternate(List<Stage> stages) throws Exception {
        Map<String, List<Measurement>> measured = new LinkedHashMap<>();
        for (int round = 0; round < settings.rounds(); round++) {
            for (Scenario scenario : List.of(Scenario.messaging(), Scenario.repeat())) {
                for (int k = 0; k < stages.size(); k++) {
                    int i = (k + round) % stages.size(); // each has another before it in turns
                    String name = scenario.name() + " at " + settings.stored().get(i) + " stored";
                    Stage stage = stages.get(i);
                    Measurement one = meter.measure(stage.service(), stage.serviceUrl(), scenario.script(), 64);
                    measured.computeIfAbsent(name, ignored -> new ArrayList<>()).add(one);
                    progress.say("%s: %.0f/s", name, one.perSecond());
                }
            }
        }
        List<Result> results = new ArrayList<>();
        measured.forEach((name, rounds) -> results.add(Result.of(name, 64, "service", rounds)));
        return results;
    }

    static Size size(String jdbcUrl, int stored) throws SQLException {
        Map<String, Long> tables = new LinkedHashMap<>();
        try (Connection connection = TestServer.connect(jdbcUrl);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SIZES)) {
            while (row.next()) {
                tables.put(row.getString(1), row.getLong(2));
                tables.put(row.getString(1) + " indexes", row.getLong(3));
            }
            return new Size(stored, Meter.number(connection, "SELECT pg_database_size(current_database())"), tables);
        }
    }
}
