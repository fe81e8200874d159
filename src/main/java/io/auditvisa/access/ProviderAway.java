package io.auditvisa.access;

import io.quarkus.oidc.OIDCException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.VertxException;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.Optional;

/** Nobody can say whether a token is good: the OpenID Connect provider does not answer, or with nonsense. */
final class ProviderAway extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String KEY = "auditvisa.provider-away";

    ProviderAway() {
        super("the OpenID Connect provider does not answer", null, false, false);
    }

    /** What went wrong with the provider when a token failed; empty when it failed because of what it is. */
    static Optional<Throwable> among(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OIDCException
                    || cause instanceof ConfigurationException
                    || cause instanceof IOException
                    || cause instanceof TimeoutException
                    || cause instanceof VertxException) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }

    static void mark(RoutingContext request) {
        request.put(KEY, true);
    }

    static boolean marks(RoutingContext request) {
        return request.get(KEY) != null;
    }
}
