package io.auditvisa.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run measures, from system properties.
 *
 * @param quick {@code bench.quick}: a smoke run, its numbers mean nothing
 * @param rounds {@code bench.rounds}: alternating rounds, the median counts (5)
 * @param seconds {@code bench.seconds}: length of one measurement (6)
 * @param warmUpSeconds {@code bench.warm-up}: at most this long at full load before the first measurement (90)
 * @param clients client counts (16 and 64)
 * @param stored {@code bench.stored}: numbers of stored events for the growth part ({@code 10000,1000000})
 * @param only {@code bench.only}: parts to run, empty for all: messaging, certificate, repeat, mix, hot, growth, recovery, fresh
 * @param profile {@code bench.jfr}: record the service and sample the database's wait events, in extra rounds
 * @param serviceJvm {@code bench.service-jvm}: options for the JVM of the service
 */
record BenchSettings(
        boolean quick,
        int rounds,
        double seconds,
        double warmUpSeconds,
        List<Integer> clients,
        List<Integer> stored,
        Set<String> only,
        boolean profile,
        String serviceJvm) {

    static final Path OUTPUT = Path.of("target", "bench").toAbsolutePath();
    static final int ACCOUNTS = 10_000;

    static BenchSettings read() {
        boolean quick = Boolean.getBoolean("bench.quick");
        return new BenchSettings(
                quick,
                Integer.getInteger("bench.rounds", quick ? 1 : 5),
                Double.parseDouble(System.getProperty("bench.seconds", quick ? "1" : "6")),
                Double.parseDouble(System.getProperty("bench.warm-up", quick ? "2" : "90")),
                numbers("bench.clients", "16,64"),
                numbers("bench.stored", quick ? "1000,5000" : "10000,1000000"),
                Arrays.stream(System.getProperty("bench.only", "").split(","))
                        .filter(part -> !part.isBlank())
                        .collect(Collectors.toSet()),
                Boolean.getBoolean("bench.jfr"),
                System.getProperty("bench.service-jvm", ""));
    }

    boolean runs(String part) {
        return only.isEmpty() || only.contains(part);
    }

    private static List<Integer> numbers(String key, String otherwise) {
        return Arrays.stream(System.getProperty(key, otherwise).split(","))
                .map(Integer::valueOf)
                .toList();
    }
}
