package io.auditvisa.access;

import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Turns a known token into the identity that {@code @RolesAllowed} and the history see. */
@ApplicationScoped
public class TokenIdentityProvider implements IdentityProvider<TokenRequest> {

    @Override
    public Class<TokenRequest> getRequestType() {
        return TokenRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(TokenRequest request, AuthenticationRequestContext context) {
        return Uni.createFrom()
                .item(QuarkusSecurityIdentity.builder()
                        .setPrincipal(new QuarkusPrincipal(request.caller().name()))
                        .addRoles(request.caller().roles())
                        .build());
    }
}
