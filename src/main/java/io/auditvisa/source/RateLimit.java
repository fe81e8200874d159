package io.auditvisa.source;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the requests of each source per second and process; off unless {@code rate-limit} is set. */
@ApplicationScoped
public class RateLimit {

    private record Second(long epochSecond, int requests) {}

    private final Clock clock;
    private final Map<String, Second> current = new ConcurrentHashMap<>();

    public RateLimit(Clock clock) {
        this.clock = clock;
    }

    /** Takes one request; false when the source has had its share of this second. */
    public boolean take(Source source) {
        if (source.requestsPerSecond() == 0) {
            return true;
        }
        long now = clock.instant().getEpochSecond();
        Second taken = current.merge(
                source.name(),
                new Second(now, 1),
                (before, first) -> before.epochSecond() == now ? new Second(now, before.requests() + 1) : first);
        return taken.requests() <= source.requestsPerSecond();
    }
}
