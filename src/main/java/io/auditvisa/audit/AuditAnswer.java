package io.auditvisa.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.auditvisa.event.Failure;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one event in one document (AV-12.1, AV-12.2), beside the members of its record; {@code arrivals} takes the
 * place of the record's count, which {@code questions} holds.
 *
 * @param verdict {@link Verdict#wireName()}
 * @param findings a sentence for each inconsistency
 */
@RegisterForReflection
public record AuditAnswer(
        String outcome,
        @Nullable Failure failure,
        Questions questions,
        List<Arrival> arrivals,
        List<Rejection> rejections,
        List<Transition> transitions,
        Effects effects,
        String verdict,
        List<String> findings,
        Chain chain) {

    /** One accepted request (AV-5.5). */
    @RegisterForReflection
    public record Arrival(
            int number,
            @Nullable Instant arrivedAt,
            @Nullable String outcome,
            @Nullable Instant signedAt,
            @Nullable String payloadHash,
            @Nullable String contentHash,
            @Nullable String requestFingerprint,
            @Nullable String signature,
            JsonNode differs,
            @Nullable String requestId,
            int historyNumber,
            String hash) {}

    /** One authentic but stale request (IO-5). */
    @RegisterForReflection
    public record Rejection(
            String code,
            Instant receivedAt,
            @Nullable Instant signedAt,
            String payloadHash,
            String detail,
            String requestId) {}

    /** One change of state. */
    @RegisterForReflection
    public record Transition(
            int number,
            Instant at,
            @Nullable String from,
            @Nullable String to,
            @Nullable String actor,
            @Nullable String reason,
            int historyNumber,
            String hash) {}

    /**
     * The event's hash chain (GO-6).
     *
     * @param valid whether re-computing it from the first row gives what is stored
     */
    @RegisterForReflection
    public record Chain(boolean valid, int length, String head) {}
}
