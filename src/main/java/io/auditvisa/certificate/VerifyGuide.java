package io.auditvisa.certificate;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes {@code VERIFY.md}: how anybody checks a package with common tools and without us. Pure, like the page (GO-3). */
final class VerifyGuide {

    private static final TextTemplate TEMPLATE = TextTemplate.load("/certificate/v1/VERIFY.md");

    private VerifyGuide() {}

    /** The guide of a package, UTF-8; its version is the renderer's. */
    static byte[] render(Predicate predicate, PublicKey key, int rendererVersion) {
        if (!CertificateRenderer.knows(rendererVersion)) {
            throw new IllegalArgumentException("renderer version " + rendererVersion + " is not known");
        }
        String verifyUrl = predicate.verifyUrl();
        int path = verifyUrl.indexOf("/verify/");
        String base = path < 0 ? verifyUrl : verifyUrl.substring(0, path);
        return TEMPLATE.fill(Map.of(
                        "pem", key.pem().strip(),
                        "key_id", key.keyId(),
                        "x", key.x(),
                        "ref", predicate.ref(),
                        "jwks_url", base + "/.well-known/jwks.json",
                        "verify_url", verifyUrl))
                .getBytes(StandardCharsets.UTF_8);
    }
}
