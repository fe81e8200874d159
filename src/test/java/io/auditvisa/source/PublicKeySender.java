package io.auditvisa.source;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/** A Standard Webhooks sender that signs with Ed25519 ({@code v1a}) and gave us its public key alone. */
final class PublicKeySender {

    private static final int RAW_KEY_BYTES = 32;
    private static final KeyPair KEYS = keys();

    /** As a setting of the source. */
    static final String SECRET = "whpk_" + Base64.getEncoder().encodeToString(rawPublicKey());

    private PublicKeySender() {}

    static Map<String, String> headers(String id, String body, Instant time) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(KEYS.getPrivate());
            signature.update((id + "." + time.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8));
            return Map.of(
                    "webhook-id",
                    id,
                    "webhook-timestamp",
                    Long.toString(time.getEpochSecond()),
                    "webhook-signature",
                    "v1a," + Base64.getEncoder().encodeToString(signature.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The last bytes of the X.509 form. */
    private static byte[] rawPublicKey() {
        byte[] encoded = KEYS.getPublic().getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - RAW_KEY_BYTES, encoded.length);
    }

    private static KeyPair keys() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
