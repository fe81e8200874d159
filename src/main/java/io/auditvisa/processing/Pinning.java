package io.auditvisa.processing;

import io.auditvisa.certificate.CertificateIssuer;
import io.auditvisa.certificate.CertificateRenderer;
import io.auditvisa.certificate.SigningKeys;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.KnownSources;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.util.HexFormat;

/** What a claim pins, so that every later attempt makes the same result, and whether this replica can honour a pin. */
@ApplicationScoped
class Pinning {

    private static final int SLUG_BYTES = 16;

    private static final String NO_KEY = "none";

    private final SecureRandom random = new SecureRandom();
    private final ProcessingConfig config;
    private final SigningKeys keys;
    private final CertificateIssuer issuer;
    private final KnownSources sources;

    Pinning(ProcessingConfig config, SigningKeys keys, CertificateIssuer issuer, KnownSources sources) {
        this.config = config;
        this.keys = keys;
        this.issuer = issuer;
        this.sources = sources;
    }

    /** A name nobody can guess: 128 random bits in hex (AV-7.2). */
    String newSlug() {
        byte[] slug = new byte[SLUG_BYTES];
        random.nextBytes(slug);
        return HexFormat.of().formatHex(slug);
    }

    String baseUrl() {
        String url = config.baseUrl();
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** The key that would sign now; without one, a run that needs it fails and is tried again. */
    String keyId() {
        return keys.activeKeyId().orElse(NO_KEY);
    }

    int rendererVersion() {
        return CertificateRenderer.CURRENT_VERSION;
    }

    /** The pinned key, or the active one when the pinned key cannot sign any more and no delivery row exists yet. */
    String keyIdFor(EventRow row) {
        return keys.canSign(row.pins().keyId()) ? row.pins().keyId() : keyId();
    }

    /** False: a newer or differently configured replica made this event; leave it alone (rolling deploys). */
    boolean canHonour(EventRow row) {
        return sources.knows(row.key().source())
                && Effect.split(row.pins().effects()).isPresent()
                && issuer.knowsRenderer(row.pins().rendererVersion());
    }
}
