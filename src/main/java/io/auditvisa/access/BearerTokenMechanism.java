package io.auditvisa.access;

import io.auditvisa.access.ApiTokens.Caller;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Authorization: Bearer …}: a configured token, else one of an OpenID Connect provider. An unknown token is nobody
 * rather than an error: webhooks, deliveries and the verification page stay open whatever a sender puts into that header; a
 * protected route refuses nobody with 401. Quarkus' own mechanism for OpenID Connect, which would refuse them all, is left out
 * (quarkus.arc.exclude-types).
 */
@ApplicationScoped
public class BearerTokenMechanism implements HttpAuthenticationMechanism {

    private static final String SCHEME = "Bearer ";

    /** Where it matters who asks; nowhere else is a provider troubled, least of all by webhooks. */
    private static final List<String> PERSONAL = List.of("/api/", "/d/", "/verify/");

    private final ApiTokens tokens;
    private final OidcTokens oidc;

    public BearerTokenMechanism(ApiTokens tokens, OidcTokens oidc) {
        this.tokens = tokens;
        this.oidc = oidc;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager identities) {
        Optional<String> token = token(context.request().getHeader(HttpHeaders.AUTHORIZATION));
        Optional<Caller> known = token.flatMap(tokens::find);
        if (known.isPresent()) {
            return identities.authenticate(new TokenRequest(known.get()));
        }
        return token.isPresent() && PERSONAL.stream().anyMatch(context.normalizedPath()::startsWith)
                ? person(token.get(), context, identities)
                : Uni.createFrom().nullItem();
    }

    private Uni<SecurityIdentity> person(String token, RoutingContext context, IdentityProviderManager identities) {
        return oidc.find(token, context, identities)
                .onFailure(ProviderAway.class)
                .recoverWithItem(() -> {
                    ProviderAway.mark(context);
                    return Optional.empty();
                })
                .flatMap(found -> found.map(caller -> identities.authenticate(new TokenRequest(caller)))
                        .orElseGet(() -> Uni.createFrom().nullItem()));
    }

    private static Optional<String> token(@Nullable String header) {
        return header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.empty()
                : Optional.of(header.substring(SCHEME.length()).trim()).filter(token -> !token.isEmpty());
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
