package io.auditvisa.crm;

import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.util.Optional;

/** Where inbox lines are forwarded to. */
@ConfigMapping(prefix = "auditvisa.crm")
public interface CrmConfig {

    /** The CRM's webhook endpoint; without one, forwards are recorded as {@code disabled}. */
    Optional<URI> url();

    /** Secret that signs the forwards, {@code whsec_} and base64 (Standard Webhooks); needed with a URL. */
    Optional<String> secret();
}
