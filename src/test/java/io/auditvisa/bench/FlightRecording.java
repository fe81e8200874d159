package io.auditvisa.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** A JFR recording of the service while it is measured, and where its processor time went. */
final class FlightRecording {

    /** The first part whose prefix is on the stack, from the innermost frame on, gets the sample. */
    private static final Map<String, String> PARTS = parts();

    private FlightRecording() {}

    private static Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("org.postgresql", "PostgreSQL driver");
        parts.put("io.agroal", "connection pool");
        parts.put("com.arjuna", "transaction manager (JTA)");
        parts.put("io.quarkus.narayana", "transaction manager (JTA)");
        parts.put("org.hibernate", "Hibernate");
        parts.put("org.jboss.logmanager", "logging");
        parts.put("org.jboss.logging", "logging");
        parts.put("com.fasterxml.jackson", "Jackson");
        parts.put("org.erdtman", "canonical JSON");
        parts.put("javax.crypto", "cryptography");
        parts.put("com.sun.crypto", "cryptography");
        parts.put("sun.security", "cryptography");
        parts.put("java.security", "cryptography");
        parts.put("io.micrometer", "metrics");
        parts.put("io.quarkus.micrometer", "metrics");
        parts.put("org.jboss.resteasy", "REST layer");
        parts.put("io.quarkus.resteasy", "REST layer");
        parts.put("io.vertx", "Vert.x and Netty");
        parts.put("io.netty", "Vert.x and Netty");
        parts.put("com.google.zxing", "QR code");
        parts.put("io.auditvisa.certificate", "certificate");
        parts.put("io.auditvisa.delivery", "delivery files");
        parts.put("io.auditvisa.event.CanonicalJson", "canonical JSON");
        parts.put("io.auditvisa.event.StrictJson", "strict JSON");
        parts.put("io.auditvisa", "own code");
        return parts;
    }

    /**
     * @param samples number of samples
     * @param parts share of each part
     * @param methods share of the methods on top of the stack
     * @param own share of each method of ours by what runs in it or below it
     */
    record Summary(long samples, Map<String, Double> parts, Map<String, Double> methods, Map<String, Double> own) {}

    static void start(long process) throws Exception {
        jcmd(process, "JFR.start", "name=bench", "settings=profile", "jdk.CPUTimeSample#enabled=true");
    }

    static Summary stop(long process, Path file) throws Exception {
        jcmd(process, "JFR.stop", "name=bench", "filename=" + file);
        return summarise(file);
    }

    private static void jcmd(long process, String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
        command.add(Long.toString(process));
        command.addAll(List.of(arguments));
        Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    static Summary summarise(Path file) throws IOException {
        Map<String, Long> kinds = new HashMap<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                kinds.merge(recording.readEvent().getEventType().getName(), 1L, Long::sum);
            }
        }
        // processor time where the JVM can sample it (JDK 25 on Linux), else the classic sampler
        boolean cpuTime = kinds.getOrDefault("jdk.CPUTimeSample", 0L) > 0;
        String wanted = cpuTime ? "jdk.CPUTimeSample" : "jdk.ExecutionSample";
        return count(file, event -> event.getEventType().getName().equals(wanted));
    }

    private static Summary count(Path file, Predicate<RecordedEvent> wanted) throws IOException {
        Map<String, Long> parts = new HashMap<>();
        Map<String, Long> methods = new HashMap<>();
        Map<String, Long> own = new HashMap<>();
        long samples = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (!wanted.test(event) || event.getStackTrace() == null) {
                    continue;
                }
                samples++;
                List<RecordedFrame> frames = event.getStackTrace().getFrames();
                methods.merge(name(frames.getFirst()), 1L, Long::sum);
                parts.merge(part(frames), 1L, Long::sum);
                frames.stream()
                        .map(FlightRecording::name)
                        .filter(name -> name.startsWith("io.auditvisa"))
                        .distinct()
                        .forEach(name -> own.merge(name, 1L, Long::sum));
            }
        }
        return new Summary(samples, shares(parts, samples, 40), shares(methods, samples, 40), shares(own, samples, 60));
    }

    private static String part(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            String name = frame.getMethod().getType().getName();
            for (Map.Entry<String, String> part : PARTS.entrySet()) {
                if (name.startsWith(part.getKey())) {
                    return part.getValue();
                }
            }
        }
        return "JDK and other";
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private static Map<String, Double> shares(Map<String, Long> counts, long samples, int most) {
        Map<String, Double> shares = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .forEach(one -> shares.put(one.getKey(), one.getValue() / (double) Math.max(1, samples)));
        return shares;
    }
}
