package io.auditvisa.event;

import org.jspecify.annotations.Nullable;

/**
 * What the provider's dialect said about the business behind an event; pinned by the claim, so a later run needs no parser.
 *
 * @param sid checkout session id, an auxiliary key only (AV-2.4)
 * @param target what a certificate is issued for
 * @param email stored, published only as {@link #emailSha256}
 * @param emailSha256 hex SHA-256 of the lower-cased address
 * @param product name from the provider's metadata
 * @param priceId price id from the provider's metadata
 * @param amountMinor minor units of {@code currency}
 * @param currency ISO 4217, lower case
 * @param account prepaid account that is credited or debited
 * @param message the message of a messaging event
 */
public record Business(
        @Nullable String sid,
        @Nullable String target,
        @Nullable String email,
        @Nullable String emailSha256,
        @Nullable String product,
        @Nullable String priceId,
        @Nullable Long amountMinor,
        @Nullable String currency,
        @Nullable String account,
        @Nullable Message message) {

    /** Nothing known. */
    public static final Business NONE = new Business(null, null, null, null, null, null, null, null, null, null);

    /**
     * A message of the prepaid messaging half.
     *
     * @param messageId the provider's message id (IO-3)
     * @param inboxKey key of its inbox line (IO-4)
     * @param direction {@code MT} or {@code MO}
     * @param from sender
     * @param to recipient
     * @param text may be absent
     * @param deliveryStatus last part of the event type: {@code sent}, {@code delivered}, {@code received}, {@code failed}…
     */
    public record Message(
            String messageId,
            String inboxKey,
            String direction,
            String from,
            String to,
            @Nullable String text,
            String deliveryStatus) {}
}
