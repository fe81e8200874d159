package io.auditvisa.testing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as Standard Webhooks asks: HMAC-SHA-256 over {@code <id>.<seconds>.<body>}, keyed by the decoded secret. */
public record StandardSigner(String secret) {

    /** The source {@code messaging} of the profiles {@code dev} and {@code test}. */
    public static final StandardSigner DEMO = new StandardSigner("whsec_ZGVtby1tZXNzYWdpbmctc2VjcmV0LTEyMzQ1Njc4");

    /** The three headers of a request with {@code body}, signed at {@code time}. */
    public Map<String, String> headers(String id, byte[] body, Instant time) {
        return Map.of(
                "webhook-id",
                id,
                "webhook-timestamp",
                Long.toString(time.getEpochSecond()),
                "webhook-signature",
                "v1," + signature(id, body, time));
    }

    public Map<String, String> headers(String id, String body, Instant time) {
        return headers(id, body.getBytes(StandardCharsets.UTF_8), time);
    }

    /** The bare signature, for headers with several or broken parts. */
    public String signature(String id, byte[] body, Instant time) {
        try {
            byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((id + "." + time.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
