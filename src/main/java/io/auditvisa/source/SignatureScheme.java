package io.auditvisa.source;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Proves who sent a request; says nothing about its age. Holds the active secrets of one source. */
public interface SignatureScheme {

    /** Checks the signature over the raw bytes with every active secret. */
    Check check(RequestHeaders headers, byte[] body);

    /** The headers that make a body an authentic request; empty when only a public key is configured (IO-9). */
    Optional<Map<String, String>> sign(String eventId, byte[] body, Instant signedAt);

    /** The header whose presence tells this scheme from the others. */
    String signatureHeader();

    /** The result of a check. */
    sealed interface Check {}

    /**
     * Authentic.
     *
     * @param signedAt the signed time
     * @param scheme what verified it: {@code v1} or {@code v1a}
     * @param eventId the event id when it is a signed header; null when the body holds it
     */
    record Signed(Instant signedAt, String scheme, @Nullable String eventId) implements Check {}

    /**
     * Not authentic.
     *
     * @param code {@code signature_missing} or {@code signature_invalid}
     * @param detail what to look at; never a right signature or a secret
     */
    record Unsigned(String code, String detail) implements Check {

        /** The code of a request without a signature. */
        public static final String MISSING = "signature_missing";

        /** The code of a request whose signature does not fit. */
        public static final String INVALID = "signature_invalid";

        public static Unsigned missing(String header) {
            return new Unsigned(MISSING, "the request has no " + header + " header");
        }

        public static Unsigned invalid(String detail) {
            return new Unsigned(INVALID, detail);
        }
    }
}
