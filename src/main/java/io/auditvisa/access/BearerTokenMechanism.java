package io.auditvisa.access;

import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Authorization: Bearer …}. An unknown token is nobody rather than an error: webhooks, deliveries and the
 * verification page stay open whatever a sender puts into that header; a protected route refuses nobody with 401.
 */
@ApplicationScoped
public class BearerTokenMechanism implements HttpAuthenticationMechanism {

    private static final String SCHEME = "Bearer ";

    private final ApiTokens tokens;

    public BearerTokenMechanism(ApiTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager identities) {
        return token(context.request().getHeader(HttpHeaders.AUTHORIZATION))
                .flatMap(tokens::find)
                .map(caller -> identities.authenticate(new TokenRequest(caller)))
                .orElseGet(() -> Uni.createFrom().nullItem());
    }

    private static Optional<String> token(@Nullable String header) {
        return header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.empty()
                : Optional.of(header.substring(SCHEME.length()).trim());
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext context) {
        return Uni.createFrom().item(new ChallengeData(401, "WWW-Authenticate", Challenge.BEARER));
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return Set.of(TokenRequest.class);
    }
}
