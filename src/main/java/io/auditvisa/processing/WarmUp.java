package io.auditvisa.processing;

import io.auditvisa.certificate.CertificateIssuer;
import io.auditvisa.certificate.Predicate;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Sha256;
import io.auditvisa.health.Schema;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * Makes one certificate in memory and looks for one event before the first request comes, so that the first sender after a
 * start does not wait while classes are loaded. Nothing is kept.
 */
@ApplicationScoped
class WarmUp {

    private static final Logger LOG = Logger.getLogger(WarmUp.class);
    private static final EventKey NOBODY = new EventKey("warm-up", "evt_warmup");

    private final CertificateIssuer issuer;
    private final Pinning pinning;
    private final Events events;

    WarmUp(CertificateIssuer issuer, Pinning pinning, Events events) {
        this.issuer = issuer;
        this.pinning = pinning;
        this.events = events;
    }

    void onStart(@Observes Schema.Ready ready) {
        try {
            issuer.issue(predicate(), pinning.rendererVersion());
            events.byKey(NOBODY);
        } catch (RuntimeException notNow) {
            LOG.debugf("no warm-up: %s", notNow);
        }
    }

    private Predicate predicate() {
        String baseUrl = pinning.baseUrl();
        return new Predicate(
                Predicate.SPEC,
                NOBODY.eventId(),
                NOBODY.ref(),
                null,
                NOBODY.source(),
                "warm.up",
                baseUrl,
                null,
                null,
                100L,
                "usd",
                null,
                Sha256.hexOf(""),
                false,
                Instant.EPOCH,
                baseUrl,
                pinning.keyId(),
                baseUrl);
    }
}
