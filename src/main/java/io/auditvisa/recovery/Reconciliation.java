package io.auditvisa.recovery;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;

/**
 * What a comparison with the provider's own list of events found (GO-4).
 *
 * @param from beginning of the compared time
 * @param to end of the compared time
 * @param listed events in the list
 * @param known of them were here already, or earn nothing here
 * @param missed of them were not delivered and have been processed now
 * @param refs refs of the first of those
 * @param message one sentence
 */
@RegisterForReflection
public record Reconciliation(
        String source,
        Instant from,
        Instant to,
        int listed,
        int known,
        int missed,
        List<String> refs,
        String message) {}
