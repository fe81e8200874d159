package io.auditvisa.testing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as Stripe does: HMAC-SHA-256 over {@code <seconds>.<body>}, keyed by the whole text of the secret. */
public record StripeSigner(String secret) {

    /** The source {@code stripe} of the profiles {@code dev} and {@code test}. */
    public static final StripeSigner DEMO = new StripeSigner("whsec_demo_stripe");

    public static final String HEADER = "Stripe-Signature";

    /** The value of the header for {@code body}, signed at {@code time}. */
    public String header(byte[] body, Instant time) {
        return "t=" + time.getEpochSecond() + ",v1=" + signature(body, time);
    }

    public String header(String body, Instant time) {
        return header(body.getBytes(StandardCharsets.UTF_8), time);
    }

    /** The bare signature, for headers with several or broken parts. */
    public String signature(byte[] body, Instant time) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((time.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
