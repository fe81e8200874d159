package io.auditvisa.crm;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs a request the way Standard Webhooks asks: HMAC-SHA256 over id, timestamp and body, {@code v1}. */
final class WebhookSignature {

    private static final String PREFIX = "whsec_";

    private final byte[] secret;

    /** Throws {@link IllegalArgumentException} for anything but {@code whsec_} and base64. */
    WebhookSignature(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a secret starts with " + PREFIX);
        }
        this.secret = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        if (this.secret.length == 0) {
            throw new IllegalArgumentException("a secret is not empty");
        }
    }

    String sign(String id, long timestampSeconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update((id + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
        }
    }
}
