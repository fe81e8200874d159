package io.auditvisa.certificate;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only while certificates can be signed. */
@Readiness
public class SigningKeyReadiness implements HealthCheck {

    private final SigningKeys keys;

    public SigningKeyReadiness(SigningKeys keys) {
        this.keys = keys;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("signing-key").status(keys.isUsable()).build();
    }
}
