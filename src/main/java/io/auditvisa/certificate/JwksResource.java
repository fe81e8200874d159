package io.auditvisa.certificate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The published key set (AV-13.2): every signing key ever used, so that old certificates can always be verified. */
@Path("/.well-known/jwks.json")
public class JwksResource {

    private final SigningKeys keys;

    public JwksResource(SigningKeys keys) {
        this.keys = keys;
    }

    /** A JWK set (RFC 7517, RFC 8037). */
    @RegisterForReflection
    public record Jwks(List<Jwk> keys) {}

    /** One key; {@code status} is {@code active} or {@code retired}. */
    @RegisterForReflection
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Jwk(
            String kty,
            String crv,
            String x,
            String kid,
            String use,
            String alg,
            String status,
            Instant validFrom,
            @Nullable Instant validUntil) {}

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Response published() {
        List<Jwk> all = keys.published().stream().map(JwksResource::jwk).toList();
        // short-lived: a new key must be found soon after it signs
        return Response.ok(new Jwks(all))
                .header(HttpHeaders.CACHE_CONTROL, "public, max-age=60")
                .build();
    }

    private static Jwk jwk(PublishedKey key) {
        return new Jwk(
                "OKP",
                "Ed25519",
                key.key().x(),
                key.keyId(),
                "sig",
                "EdDSA",
                key.status(),
                key.validFrom(),
                key.validUntil());
    }
}
