package io.auditvisa.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.auditvisa.bench.Growth.Grown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers what was measured; writes the table, the JSON file and the chart. */
final class Report {

    private final List<Result> results = new ArrayList<>();
    private @Nullable Grown growth;
    private @Nullable FreshStart fresh;
    private @Nullable Recovery recovery;
    private Map<String, Profile> profiles = Map.of();
    private long packageBytes;

    /** Everything, as it is written to {@code target/bench/results.json}. */
    record Document(
            String machine,
            BenchSettings settings,
            Map<String, String> postgres,
            List<Result> results,
            @Nullable Grown growth,
            @Nullable FreshStart fresh,
            @Nullable Recovery recovery,
            long packageBytesOnDisk,
            Map<String, Profile> profiles) {}

    void add(List<Result> more) {
        results.addAll(more);
    }

    void growth(Grown grown) {
        growth = grown;
    }

    void fresh(FreshStart start) {
        fresh = start;
    }

    void recovery(Recovery measured) {
        recovery = measured;
    }

    void profiles(Map<String, Profile> all) {
        profiles = all;
    }

    /** Files take whole blocks of 4 KiB, the folder one more. */
    void packageFiles(Map<String, byte[]> files) {
        packageBytes = 4_096
                + files.values().stream()
                        .mapToLong(file -> (file.length + 4_095L) / 4_096 * 4_096)
                        .sum();
    }

    double warmMessages() {
        return find("messaging", 64, "service")
                .map(one -> one.median().perSecond())
                .orElse(0.0);
    }

    void write(BenchSettings settings) throws IOException {
        Document document = new Document(
                Runtime.getRuntime().availableProcessors() + " processors, Java " + Runtime.version(),
                settings,
                Stage.POSTGRES,
                results,
                growth,
                fresh,
                recovery,
                packageBytes,
                profiles);
        Files.createDirectories(BenchSettings.OUTPUT);
        Path json = BenchSettings.OUTPUT.resolve("results.json");
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(json.toFile(), document);
        Files.writeString(BenchSettings.OUTPUT.resolve("performance.svg"), Chart.svg(results));
        String table = table();
        Files.writeString(BenchSettings.OUTPUT.resolve("results.md"), table);
        System.out.println("\n" + table + "\nWritten to " + BenchSettings.OUTPUT);
    }

    private String table() {
        StringBuilder text = new StringBuilder();
        text.append("| scenario | clients | floor, statements/s | floor, one CTE/s | service/s | of the floor | ")
                .append(
                        "p50 ms | p99 ms | floor p99 ms | CPU ms/event service + postgres + client | database + log bytes/event |\n")
                .append("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
        for (Result result : results) {
            if (result.target().equals("service")) {
                text.append(line(result)).append('\n');
            }
        }
        if (packageBytes > 0) {
            text.append("\nA certificate takes ").append(packageBytes).append(" bytes on disk beside its rows.\n");
        }
        appendGrowth(text);
        if (fresh != null) {
            text.append(format(
                    "%nFresh JVM, 64 clients at once: ready after %.1f s, half of warm speed %.0f s after the first request.%n",
                    fresh.readySeconds(), fresh.halfSpeedSeconds()));
        }
        appendRecovery(text);
        profiles.forEach((name, profile) -> appendProfile(text, name, profile));
        return text.toString();
    }

    private String line(Result service) {
        Measurement m = service.median();
        Optional<Result> statements = find(service.scenario(), service.clients(), "floor-statements");
        Optional<Result> together = find(service.scenario(), service.clients(), "floor-cte");
        Optional<Result> floor = floor(service);
        return format(
                "| %s | %d | %s | %s | %.0f | %s | %.1f | %.1f | %s | %.2f + %.2f + %.2f | %s | %.0f + %.0f | %s |",
                service.scenario(),
                service.clients(),
                rate(statements),
                rate(together),
                m.perSecond(),
                floor.map(one -> format("%.2f", m.perSecond() / one.median().perSecond()))
                        .orElse(""),
                m.p50(),
                m.p99(),
                floor.map(one -> format("%.1f", one.median().p99())).orElse(""),
                m.cpu("service"),
                m.cpu("postgres"),
                m.cpu("client"),
                floor.map(one -> format(
                                "%.2f + %.2f",
                                one.median().cpu("postgres"), one.median().cpu("client")))
                        .orElse(""),
                m.databaseBytes(),
                m.walBytes(),
                floor.map(one -> format(
                                "%.0f + %.0f",
                                one.median().databaseBytes(), one.median().walBytes()))
                        .orElse(""));
    }

    /** The faster form of the floor. */
    private Optional<Result> floor(Result service) {
        return results.stream()
                .filter(one -> one.scenario().equals(service.scenario()) && one.clients() == service.clients())
                .filter(one -> one.target().startsWith("floor"))
                .max(Comparator.comparingDouble(one -> one.median().perSecond()));
    }

    private Optional<Result> find(String scenario, int clients, String target) {
        return results.stream()
                .filter(one -> one.scenario().equals(scenario)
                        && one.clients() == clients
                        && one.target().equals(target))
                .findFirst();
    }

    private void appendGrowth(StringBuilder text) {
        if (growth == null) {
            return;
        }
        text.append("\n| growth | service/s | p99 ms | CPU ms/event service + postgres |\n| --- | --: | --: | --: |\n");
        for (Result one : growth.results()) {
            Measurement m = one.median();
            text.append(format(
                    "| %s | %.0f | %.1f | %.2f + %.2f |%n",
                    one.scenario(), m.perSecond(), m.p99(), m.cpu("service"), m.cpu("postgres")));
        }
        for (Growth.Size size : growth.sizes()) {
            text.append(format("%n%d events stored: %.1f MB; in MB: ", size.stored(), size.bytes() / 1e6));
            size.tables().forEach((table, bytes) -> text.append(format("%s %.1f, ", table, bytes / 1e6)));
            text.append('\n');
        }
    }

    private void appendRecovery(StringBuilder text) {
        if (recovery == null) {
            return;
        }
        text.append(format(
                "%n| kill -9 under %d clients | acknowledged | cut off | restart to ready, s | ready to all settled, s |%n",
                recovery.clients()));
        text.append("| --- | --: | --: | --: | --: |\n");
        for (Recovery.Kill kill : recovery.kills()) {
            text.append(recoveryLine("", kill));
        }
        text.append(recoveryLine("in all, worst times", recovery.worst()));
    }

    private static String recoveryLine(String name, Recovery.Kill kill) {
        return format(
                "| %s | %d | %d | %.1f | %.1f |%n",
                name, kill.acknowledged(), kill.cutOff(), kill.readySeconds(), kill.settledSeconds());
    }

    private static void appendProfile(StringBuilder text, String name, Profile profile) {
        text.append(format(
                "%nProfile of %s at %.0f/s (%d samples)%nservice CPU by part: ",
                name, profile.measured().perSecond(), profile.recording().samples()));
        profile.recording().parts().forEach((part, share) -> text.append(format("%s %.0f %%, ", part, share * 100)));
        text.append("\nservice CPU ms/event by thread: ");
        profile.measured().threads().forEach((kind, millis) -> text.append(format("%s %.2f, ", kind, millis)));
        text.append("\ndatabase connections on average: ");
        profile.waits().forEach((wait, count) -> text.append(format("%s %.1f, ", wait, count)));
        text.append("\n\n| share | calls | plans | execution ms | planning ms | log bytes | statement |\n")
                .append("| --: | --: | --: | --: | --: | --: | --- |\n");
        for (StatementTimes.Cost one : profile.statements()) {
            text.append(format(
                    "| %.1f %% | %d | %d | %.3f | %.3f | %d | %s |%n",
                    one.share() * 100,
                    one.calls(),
                    one.plans(),
                    one.execution(),
                    one.planning(),
                    one.walBytes(),
                    one.text().replace("|", "\\|")));
        }
    }

    private static String rate(Optional<Result> result) {
        return result.map(one -> format("%.0f", one.median().perSecond())).orElse("");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
