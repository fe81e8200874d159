package io.auditvisa.source;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source as operators see it (IO-11).
 *
 * @param state {@code active} or {@code paused}
 * @param replayWindow ISO 8601 duration
 * @param secretFingerprints beginning of the SHA-256 of each active secret, to compare configurations by
 * @param rules type pattern → effects
 * @param lastAcceptedAt newest authentic, well-formed request in time, on any replica
 * @param rejected refused requests by code, since this instance started
 */
@RegisterForReflection
public record SourceView(
        String name,
        String kind,
        String state,
        String replayWindow,
        List<String> secretFingerprints,
        Map<String, List<String>> rules,
        @Nullable Instant lastAcceptedAt,
        @Nullable Instant lastRejectedAt,
        Map<String, Long> rejected) {}
