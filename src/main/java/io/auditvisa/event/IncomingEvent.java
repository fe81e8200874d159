package io.auditvisa.event;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A verified, parsed arrival: the provider's dialect ends here.
 *
 * @param key the idempotency key
 * @param type the provider's event type
 * @param livemode null when the provider has no such notion
 * @param payload the content
 * @param business what the dialect read out of it
 * @param effects what the event earns by rule and state (an unpaid session earns nothing)
 * @param refusal decided from content and policy alone: the event is stored and fails with it
 * @param fact business fact that only one event may certify or credit (GO-2); null when it earns neither
 * @param canonicalRef ref of the snapshot event that a thin event names; such an event is never canonical
 * @param withheld delivery policy of its certificate (AV-13.1)
 * @param receipt how it arrived
 */
public record IncomingEvent(
        EventKey key,
        String type,
        @Nullable Boolean livemode,
        Payload payload,
        Business business,
        Set<Effect> effects,
        @Nullable Failure refusal,
        @Nullable String fact,
        @Nullable String canonicalRef,
        boolean withheld,
        Receipt receipt) {

    /**
     * How one request arrived.
     *
     * @param requestId unique per request
     * @param arrivedAt receipt time, microseconds
     * @param signedAt the signed time; null for an event fetched from the provider's API
     * @param signature what verified it, for example {@code v1}; {@code api} for a fetched one; never the signature itself
     * @param requestFingerprint hex SHA-256 of method, path, content type and user agent
     */
    public record Receipt(
            String requestId,
            Instant arrivedAt,
            @Nullable Instant signedAt,
            String signature,
            String requestFingerprint) {}
}
