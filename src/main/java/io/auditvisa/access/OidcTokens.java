package io.auditvisa.access;

import io.auditvisa.access.ApiTokens.Caller;
import io.quarkus.oidc.AccessTokenCredential;
import io.quarkus.oidc.runtime.TenantConfigBean;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.TokenAuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.HttpSecurityUtils;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of an OpenID Connect provider. Of all that such a token says only the caller's name and our own role names are kept,
 * so that it gives precisely what a configured token with these roles gives.
 */
@ApplicationScoped
public class OidcTokens {

    private static final Logger LOG = Logger.getLogger(OidcTokens.class);

    private static final int LONGEST_NAME = 255;

    /** Who acts in a history without being a person. */
    private static final Set<String> MACHINES = Set.of("sender", "sweeper", "recovery");

    /** Kinds of characters that a name is not told by: they are invisible, or no characters. */
    private static final Set<Integer> UNFIT = Set.of(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.PARAGRAPH_SEPARATOR,
            (int) Character.SURROGATE);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final ApiTokens ownTokens;
    private final OidcSettings settings;
    private final TenantConfigBean providers;

    /**
     * The look for a provider that has not answered yet; ended when it has, or has not within {@link #PATIENCE}, and kept for a
     * {@link #PAUSE} then. One at a time: everybody may send tokens, and each look is a connection.
     */
    private final AtomicReference<@Nullable CompletableFuture<Void>> look = new AtomicReference<>();

    public OidcTokens(ApiTokens ownTokens, OidcSettings settings, TenantConfigBean providers) {
        this.ownTokens = ownTokens;
        this.settings = settings;
        this.providers = providers;
    }

    /** The caller of this token, if it is good; fails with {@link ProviderAway} alone. */
    Uni<Optional<Caller>> find(String token, RoutingContext request, IdentityProviderManager judges) {
        return settings.mayBe(token)
                ? Uni.createFrom().deferred(() -> known(token, request, judges))
                : Uni.createFrom().item(Optional.empty());
    }

    private Uni<Optional<Caller>> known(String token, RoutingContext request, IdentityProviderManager judges) {
        Context eventLoop = request.vertx().getOrCreateContext();
        Executor there = task -> eventLoop.runOnContext(ignored -> task.run());
        Uni<Optional<Caller>> judged = judge(token, request, judges).emitOn(there);
        if (isKnown()) {
            return judged;
        }
        CompletableFuture<Void> own = new CompletableFuture<>();
        CompletableFuture<Void> running = look.compareAndExchange(null, own);
        if (running == null) {
            return judged.onTermination().invoke(() -> end(own, request.vertx()));
        }
        return Uni.createFrom()
                .completionStage(running)
                .emitOn(there)
                .chain(() -> isKnown() ? judged : Uni.createFrom().failure(new ProviderAway()));
    }

    private boolean isKnown() {
        return !settings.isElsewhere() || providers.getDynamicTenant(OidcSettings.PROVIDER) != null;
    }

    private void end(CompletableFuture<Void> ended, Vertx vertx) {
        ended.complete(null);
        vertx.setTimer(PAUSE.toMillis(), timer -> look.set(null));
    }

    private Uni<Optional<Caller>> judge(String token, RoutingContext request, IdentityProviderManager judges) {
        return Uni.createFrom()
                .deferred(() -> judges.authenticate(HttpSecurityUtils.setRoutingContextAttribute(
                        new TokenAuthenticationRequest(new AccessTokenCredential(token)), request)))
                .ifNoItem()
                .after(PATIENCE)
                .fail()
                .map(this::caller)
                .onFailure()
                .recoverWithUni(OidcTokens::refuse);
    }

    private static Uni<Optional<Caller>> refuse(Throwable failure) {
        Optional<Throwable> trouble = ProviderAway.among(failure);
        if (trouble.isPresent()) {
            LOG.warnf("the OpenID Connect provider does not answer: %s", trouble.get());
            return Uni.createFrom().failure(new ProviderAway());
        }
        LOG.debugf("a token is refused: %s", failure.getClass().getName());
        return Uni.createFrom().item(Optional.empty());
    }

    private Optional<Caller> caller(SecurityIdentity identity) {
        String name = identity.getPrincipal().getName();
        if (!isName(name) || MACHINES.contains(name) || ownTokens.isName(name)) {
            LOG.warn("a token is refused: it has no name, or not one of its own, that could stand in the history");
            return Optional.empty();
        }
        Set<String> ours =
                identity.getRoles().stream().filter(Roles.ALL::contains).collect(Collectors.toUnmodifiableSet());
        return Optional.of(new Caller(name, Roles.withIncluded(ours)));
    }

    private static boolean isName(String name) {
        return name != null
                && !name.isBlank()
                && name.length() <= LONGEST_NAME
                && name.codePoints().noneMatch(c -> UNFIT.contains(Character.getType(c)));
    }
}
