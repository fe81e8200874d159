package io.auditvisa.certificate;

import java.nio.charset.StandardCharsets;

/**
 * Renders {@code certificate.html}, a function of the predicate and the renderer version alone: no clock, random, locale
 * or time zone (GO-3). A released version is never edited, because published pages are rebuilt with it byte for byte: a
 * changed look is a new version beside it, and a golden test holds each version's bytes.
 */
public final class CertificateRenderer {

    /** The version that new claims pin. */
    public static final int CURRENT_VERSION = 2;

    private static final int OLDEST_VERSION = 1;

    private CertificateRenderer() {}

    /** Whether this application holds that version; a replica that does not leaves the event alone. */
    public static boolean knows(int version) {
        return version >= OLDEST_VERSION && version <= CURRENT_VERSION;
    }

    /** The page, UTF-8; throws when the version is not known. */
    public static byte[] render(Predicate predicate, int version) {
        if (!knows(version)) {
            throw new IllegalArgumentException("renderer version " + version + " is not known");
        }
        return CertificatePage.render(predicate, version).getBytes(StandardCharsets.UTF_8);
    }
}
