package io.auditvisa.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The record of an event as every JSON of ours shows it (AV-8.1); snake_case by the application's naming strategy.
 * A twin (GO-2) shows its own key and its canonical's result. {@code failure} is no member of the record itself.
 */
@RegisterForReflection
public record EventRecord(
        String eventId,
        String source,
        String type,
        @Nullable Boolean livemode,
        String ref,
        @Nullable String canonicalRef,
        @Nullable String sid,
        @Nullable String target,
        @Nullable String product,
        @Nullable String priceId,
        @Nullable String emailSha256,
        String status,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant firstProcessedAt,
        int arrivals,
        int attempts,
        @Nullable String htmlUrl,
        @Nullable String zipUrl,
        @Nullable String jsonUrl,
        @Nullable String verifyUrl,
        @Nullable String runHash,
        String payloadHash,
        String contentHash,
        @Nullable String keyId,
        @Nullable Long ledgerEntryId,
        @Nullable Long inboxLineId,
        @JsonIgnore @Nullable Failure failure) {}
