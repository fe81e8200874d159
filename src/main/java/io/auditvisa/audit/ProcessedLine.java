package io.auditvisa.audit;

import io.auditvisa.event.EventRow;
import io.auditvisa.event.Sha256;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code processed.jsonl} (AV-8.1, AV-14.1): one event with its official result.
 *
 * @param contentHash and what follows: more than an import needs
 * @param facts business facts of the event (GO-2): with them a later twin is known as one after an import, too
 */
@RegisterForReflection
public record ProcessedLine(
        String eventId,
        String source,
        String ref,
        @Nullable String sid,
        String status,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String htmlUrl,
        @Nullable String zipUrl,
        @Nullable String runHash,
        String payloadHash,
        String contentHash,
        String type,
        @Nullable Boolean livemode,
        @Nullable Instant firstProcessedAt,
        List<String> facts) {

    static ProcessedLine of(EventRow row, List<String> facts) {
        boolean certified = row.result().runHash() != null;
        boolean own = certified && !row.result().imported();
        return new ProcessedLine(
                row.key().eventId(),
                row.key().source(),
                row.key().ref(),
                row.business().sid(),
                row.status().wireName(),
                row.createdAt(),
                row.updatedAt(),
                own ? row.pins().deliveryUrl("html") : row.result().htmlUrl(),
                own ? row.pins().deliveryUrl("zip") : row.result().zipUrl(),
                hex(row.result().runHash()),
                Sha256.hex(row.payloadHash()),
                Sha256.hex(row.contentHash()),
                row.type(),
                row.livemode(),
                row.result().firstProcessedAt(),
                facts);
    }

    private static @Nullable String hex(byte @Nullable [] hash) {
        return hash == null ? null : Sha256.hex(hash);
    }
}
