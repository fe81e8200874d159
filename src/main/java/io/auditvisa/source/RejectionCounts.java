package io.auditvisa.source;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What each source sent to this instance since its start: refused requests by code, and when the last one was accepted or
 * refused. In memory, because a forged request must not write anything.
 */
@ApplicationScoped
public class RejectionCounts {

    private final MeterRegistry meters;
    private final Map<String, Map<String, LongAdder>> bySource = new ConcurrentHashMap<>();
    private final Map<String, Instant> lastRejected = new ConcurrentHashMap<>();
    private final Map<String, Instant> lastAccepted = new ConcurrentHashMap<>();

    public RejectionCounts(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Counts a refused request of a configured source. */
    public void rejected(String source, String code, Instant at) {
        bySource.computeIfAbsent(source, name -> new ConcurrentHashMap<>())
                .computeIfAbsent(code, any -> new LongAdder())
                .increment();
        lastRejected.put(source, at);
        meters.counter("auditvisa.webhooks.rejected", "source", source, "code", code)
                .increment();
    }

    /** Notes an authentic, well-formed request in time. */
    public void accepted(String source, Instant at) {
        lastAccepted.put(source, at);
        meters.counter("auditvisa.webhooks.accepted", "source", source).increment();
    }

    /** Code → number of refused requests. */
    public Map<String, Long> of(String source) {
        Map<String, Long> counts = new TreeMap<>();
        bySource.getOrDefault(source, Map.of()).forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    /** When the last request was refused. */
    public Optional<Instant> lastRejectedAt(String source) {
        return Optional.ofNullable(lastRejected.get(source));
    }

    /** When the last request was accepted. */
    public Optional<Instant> lastAcceptedAt(String source) {
        return Optional.ofNullable(lastAccepted.get(source));
    }
}
