package io.auditvisa.certificate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key that signs or once signed; published for ever.
 *
 * @param keyId RFC 7638 thumbprint
 * @param key the public half
 * @param validFrom when the service first met it
 * @param validUntil when it stopped signing; null while it may sign
 */
public record PublishedKey(
        String keyId,
        PublicKey key,
        Instant validFrom,
        @Nullable Instant validUntil) {

    /** {@code active} or {@code retired}. */
    public String status() {
        return validUntil == null ? "active" : "retired";
    }
}
