package io.auditvisa.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What one target did in one span of time.
 *
 * @param count answered as expected
 * @param perSecond {@code count} by seconds
 * @param p50 median time in milliseconds
 * @param cpuMillis processor milliseconds per event, by process: service, postgres, client
 * @param threads processor milliseconds per event of the service, by kind of thread
 * @param databaseBytes growth of the database per event; zero when it grew in larger steps
 * @param walBytes write-ahead log per event
 */
record Measurement(
        long count,
        double perSecond,
        double p50,
        double p99,
        Map<String, Double> cpuMillis,
        Map<String, Double> threads,
        double databaseBytes,
        double walBytes) {

    static Measurement of(long[] sorted, double seconds, Cpu cpu, long databaseBytes, long walBytes) {
        double count = Math.max(1, sorted.length);
        Map<String, Double> threads = new TreeMap<>();
        cpu.threads().forEach((kind, ticks) -> threads.put(kind, Cpu.seconds(ticks) * 1000 / count));
        return new Measurement(
                sorted.length,
                sorted.length / seconds,
                Latencies.percentile(sorted, 0.50),
                Latencies.percentile(sorted, 0.99),
                Map.of(
                        "service", Cpu.seconds(cpu.serviceTicks()) * 1000 / count,
                        "postgres", Cpu.seconds(cpu.postgresTicks()) * 1000 / count,
                        "client", Cpu.seconds(cpu.clientTicks()) * 1000 / count),
                threads,
                databaseBytes / count,
                walBytes / count);
    }

    /** The median of each number over the rounds. */
    static Measurement median(List<Measurement> rounds) {
        return new Measurement(
                (long) of(rounds, Measurement::count),
                of(rounds, Measurement::perSecond),
                of(rounds, Measurement::p50),
                of(rounds, Measurement::p99),
                medians(rounds.stream().map(Measurement::cpuMillis).toList()),
                medians(rounds.stream().map(Measurement::threads).toList()),
                of(rounds, Measurement::databaseBytes),
                of(rounds, Measurement::walBytes));
    }

    double cpu(String process) {
        return cpuMillis.getOrDefault(process, 0.0);
    }

    private static Map<String, Double> medians(List<Map<String, Double>> rounds) {
        Map<String, Double> medians = new TreeMap<>();
        for (Map<String, Double> round : rounds) {
            for (String key : round.keySet()) {
                double[] values = rounds.stream()
                        .mapToDouble(one -> one.getOrDefault(key, 0.0))
                        .toArray();
                medians.put(key, median(values));
            }
        }
        return medians;
    }

    private static double of(List<Measurement> rounds, ToDoubleFunction<Measurement> number) {
        return median(rounds.stream().mapToDouble(number).toArray());
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    /** By throughput, for the spread in the report. */
    static Comparator<Measurement> byThroughput() {
        return Comparator.comparingDouble(Measurement::perSecond);
    }
}
