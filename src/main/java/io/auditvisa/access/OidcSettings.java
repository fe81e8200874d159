package io.auditvisa.access;

import io.quarkus.oidc.Oidc;
import io.quarkus.oidc.OidcRequestContext;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.TenantConfigResolver;
import io.quarkus.oidc.common.runtime.OidcCommonUtils;
import io.quarkus.oidc.runtime.OidcConfig;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.jwt.util.KeyUtils;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.security.GeneralSecurityException;
import org.jboss.logging.Logger;

/**
 * Settings {@code quarkus.oidc.*}: whose tokens are good beside our own. Off until they name an OpenID Connect provider or its
 * key, unless {@code tenant-enabled} is false.
 *
 * <p>Left to itself Quarkus does not start without a provider, and looks for it while starting: for ten seconds when it hangs,
 * and in vain for ever when its keys cannot be reached. So it is told of none at the start, and of ours by the first token.
 */
@ApplicationScoped
public class OidcSettings implements TenantConfigResolver {

    /** What Quarkus knows the provider by, once it has answered. */
    static final String PROVIDER = "provider";

    private static final Logger LOG = Logger.getLogger(OidcSettings.class);

    private final OidcTenantConfig settings;
    private final OidcTenantConfig provider;

    public OidcSettings(OidcConfig config) {
        this.settings = OidcTenantConfig.of(OidcConfig.getDefaultTenant(config));
        this.provider = OidcTenantConfig.builder(settings).tenantId(PROVIDER).build();
    }

    boolean isOn() {
        return settings.tenantEnabled() && (isElsewhere() || hasKey());
    }

    /** Whether a provider may know the token: a JWT, unless the provider is to be asked about others, too. */
    boolean mayBe(String token) {
        return isOn()
                && (settings.token().allowOpaqueTokenIntrospection()
                        || token.chars().filter(c -> c == '.').count() == 2);
    }

    /** Whether the keys have to be asked for. */
    boolean isElsewhere() {
        return settings.authServerUrl().isPresent() || settings.provider().isPresent();
    }

    private boolean hasKey() {
        return settings.publicKey().isPresent()
                || settings.certificateChain().trustStoreFile().isPresent();
    }

    /** Before Quarkus looks for a provider. */
    void check(@Observes Oidc oidc) {
        if (isOn()) {
            settings.authServerUrl().ifPresent(OidcSettings::checkAddress);
            settings.publicKey().ifPresent(OidcSettings::checkKey);
            LOG.infof(
                    "tokens of an OpenID Connect provider are accepted: %s",
                    settings.authServerUrl().orElse("by its configured key"));
        }
        if (!isOn() || isElsewhere()) {
            oidc.create(OidcTenantConfig.builder(settings).disableTenant().build());
        }
    }

    private static void checkAddress(String url) {
        try {
            OidcCommonUtils.verifyEndpointUrl(url);
        } catch (ConfigurationException malformed) {
            throw new ConfigurationException("quarkus.oidc.auth-server-url is not a web address", malformed);
        }
    }

    private static void checkKey(String key) {
        try {
            KeyUtils.decodePublicKey(key);
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw new ConfigurationException("quarkus.oidc.public-key is not a public key", malformed);
        }
    }

    @Override
    public Uni<OidcTenantConfig> resolve(RoutingContext request, OidcRequestContext<OidcTenantConfig> context) {
        return isElsewhere()
                ? Uni.createFrom().item(provider)
                : Uni.createFrom().nullItem();
    }
}
