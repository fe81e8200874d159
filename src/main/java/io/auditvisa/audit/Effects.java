package io.auditvisa.audit;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The side effects an event had, each null or once; a twin (GO-2) shows those of the event whose result it shares. */
@RegisterForReflection
public record Effects(
        @Nullable Certificate certificate,
        @Nullable Booking credit,
        @Nullable Booking debit,
        @Nullable Filing inbox,
        @Nullable Call crm,
        @Nullable Call notification) {

    /**
     * A certificate package.
     *
     * @param status {@code issued}, {@code damaged}, or {@code imported} for one that another system made
     * @param ref event it belongs to
     * @param files output files below the deliveries folder (AV-12.1)
     * @param signature {@code ed25519} when it is signed here
     * @param damage what is wrong with the files; null when nothing is
     */
    @RegisterForReflection
    public record Certificate(
            String status,
            String ref,
            @Nullable String slug,
            List<String> files,
            @Nullable String runHash,
            @Nullable String htmlSha256,
            @Nullable String zipSha256,
            @Nullable String keyId,
            @Nullable String signature,
            @Nullable String htmlUrl,
            @Nullable String zipUrl,
            @Nullable Boolean withheld,
            Instant createdAt,
            @Nullable String damage) {

        /** The hashes to compare the files with; null when another system made them. */
        PackageFiles.@Nullable Recorded recorded() {
            return htmlSha256 == null || zipSha256 == null || runHash == null
                    ? null
                    : new PackageFiles.Recorded(htmlSha256, zipSha256, runHash);
        }
    }

    /**
     * A row of the ledger.
     *
     * @param status {@code booked}, or {@code refunded} when another row took it back
     * @param eventId event that made the row; another one when a later event of the same message reuses it (IO-3)
     */
    @RegisterForReflection
    public record Booking(
            String status,
            long id,
            long ledgerEntryId,
            String account,
            long amountMinor,
            String currency,
            @Nullable String eventId,
            @Nullable String messageId,
            @Nullable String deliveryStatus,
            @Nullable Long refundEntryId,
            Instant createdAt) {}

    /** A line of the inbox; {@code status} is {@code filed}. */
    @RegisterForReflection
    public record Filing(
            String status,
            long id,
            long inboxLineId,
            String inboxKey,
            String thread,
            String direction,
            String eventId,
            String messageId,
            String deliveryStatus,
            Instant createdAt) {}

    /**
     * A call to the outside (GO-5).
     *
     * @param status {@code intended}, {@code attempting}, {@code sent}, {@code unknown}, {@code failed} or {@code disabled}
     * @param webhookId stable id by which the CRM drops repeats; null for a notification
     * @param externalId id the other side gave, for example of the Telegram message
     */
    @RegisterForReflection
    public record Call(
            String status,
            long id,
            @Nullable String webhookId,
            @Nullable String externalId,
            int attempts,
            @Nullable String detail,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant sentAt) {}
}
