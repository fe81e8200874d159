package io.auditvisa.delivery;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Applies the delivery policy (AV-13.1): who may see which delivery. */
@ApplicationScoped
public class PublicDeliveries {

    private final SecurityIdentity caller;

    public PublicDeliveries(SecurityIdentity caller) {
        this.caller = caller;
    }

    /** The delivery behind a slug; a withheld one is there for authenticated callers only. */
    public Optional<Delivery> find(String slug) {
        return DeliveryFile.isSlug(slug)
                ? Delivery.findBySlug(slug).filter(delivery -> !delivery.withheld || !caller.isAnonymous())
                : Optional.empty();
    }
}
