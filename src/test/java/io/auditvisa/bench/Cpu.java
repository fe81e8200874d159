package io.auditvisa.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Processor time used so far, from {@code /proc}.
 *
 * @param serviceTicks of the service's process
 * @param postgresTicks of the postmaster and all its children, also those that have ended
 * @param clientTicks of this process
 * @param threads of the service's threads, by kind
 */
record Cpu(long serviceTicks, long postgresTicks, long clientTicks, Map<String, Long> threads) {

    private static final double TICKS_PER_SECOND = 100;

    static Cpu now(long service, long postmaster) {
        long postgres = ticks(Path.of("/proc/" + postmaster + "/stat"), true);
        for (long child : children(postmaster)) {
            postgres += ticks(Path.of("/proc/" + child + "/stat"), false);
        }
        return new Cpu(
                service == 0 ? 0 : ticks(Path.of("/proc/" + service + "/stat"), false),
                postgres,
                ticks(Path.of("/proc/self/stat"), false),
                service == 0 ? Map.of() : threads(service));
    }

    Cpu since(Cpu start) {
        Map<String, Long> used = new LinkedHashMap<>();
        threads.forEach((kind, ticks) -> used.put(kind, ticks - start.threads.getOrDefault(kind, 0L)));
        return new Cpu(
                serviceTicks - start.serviceTicks,
                postgresTicks - start.postgresTicks,
                clientTicks - start.clientTicks,
                used);
    }

    static double seconds(long ticks) {
        return ticks / TICKS_PER_SECOND;
    }

    private static List<Long> children(long parent) {
        try {
            return ProcessHandle.of(parent).stream()
                    .flatMap(ProcessHandle::children)
                    .map(ProcessHandle::pid)
                    .toList();
        } catch (UnsupportedOperationException e) {
            return List.of();
        }
    }

    private static Map<String, Long> threads(long process) {
        Map<String, Long> kinds = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process + "/task"))) {
            for (Path task : tasks.toList()) {
                String name = read(task.resolve("comm")).strip();
                kinds.merge(kind(name), ticks(task.resolve("stat"), false), Long::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return kinds;
    }

    private static String kind(String thread) {
        if (thread.startsWith("C1 ") || thread.startsWith("C2 ")) {
            return "compiler";
        }
        if (thread.startsWith("G1 ") || thread.startsWith("GC ") || thread.startsWith("VM ")) {
            return "garbage collector and VM";
        }
        if (thread.startsWith("vert.x-ev")) {
            return "event loops";
        }
        if (thread.startsWith("ForkJoin") || thread.startsWith("quarkus-virt")) {
            return "virtual threads";
        }
        return thread.startsWith("executor") ? "worker threads" : "other";
    }

    private static long ticks(Path stat, boolean withEndedChildren) {
        String text = read(stat);
        if (text.isEmpty()) {
            return 0; // it has just ended
        }
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        long own = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        return withEndedChildren ? own + Long.parseLong(fields[13]) + Long.parseLong(fields[14]) : own;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
