package io.auditvisa.delivery;

import io.auditvisa.access.Roles;
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

    /** The delivery behind a slug; a withheld one is there for callers with a role only, and every role includes this one. */
    public Optional<Delivery> find(String slug) {
        return DeliveryFile.isSlug(slug)
                ? Delivery.findBySlug(slug).filter(delivery -> !delivery.withheld || caller.hasRole(Roles.VIEWER))
                : Optional.empty();
    }
}
