package io.auditvisa.event;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of an arrival.
 *
 * @param bytes the raw request body
 * @param payloadHash SHA-256 of the raw bytes
 * @param contentHash SHA-256 of the RFC 8785 form without the members a provider changes between retries (AV-4.2)
 * @param volatileMembers top-level members that the provider changes between retries, no part of {@code contentHash}
 * @param apiVersion the provider's rendering of the event; a different one is no conflict (GO-1)
 */
public record Payload(
        byte[] bytes,
        byte[] payloadHash,
        byte[] contentHash,
        Set<String> volatileMembers,
        @Nullable String apiVersion) {}
