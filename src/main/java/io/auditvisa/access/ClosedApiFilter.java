package io.auditvisa.access;

import io.auditvisa.api.Problem;
import io.auditvisa.api.RequestId;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.HttpHeaders;

/**
 * Answers everybody without a known token on everything below {@code /api/}, before path, method, media type or body are looked
 * at: nothing configured is nothing open, also for a route whose roles someone forgot. 401 for a token that is not good, 403 for
 * a person without any of our roles, 503 while nobody can say.
 */
@ApplicationScoped
public class ClosedApiFilter {

    private static final String API = "/api/";
    private static final String RETRY_AFTER_SECONDS = "5";

    /** After authentication (200), before the body's limit and every route. */
    private static final int PRIORITY = 150;

    void register(@Observes Filters filters) {
        filters.register(this::check, PRIORITY);
    }

    private void check(RoutingContext request) {
        if (!request.normalizedPath().startsWith(API)) {
            request.next();
        } else if (!(request.user() instanceof QuarkusHttpUser user)
                || user.getSecurityIdentity().isAnonymous()) {
            refuseNobody(request);
        } else if (user.getSecurityIdentity().getRoles().isEmpty()) {
            Problem.of(403, "forbidden", Challenge.NO_ROLE, id(request)).answer(request.response());
        } else {
            request.next();
        }
    }

    private static void refuseNobody(RoutingContext request) {
        HttpServerResponse response = request.response();
        if (ProviderAway.marks(request)) {
            response.putHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            Problem.of(503, "identity_unavailable", Challenge.NO_PROVIDER, id(request))
                    .answer(response);
        } else {
            response.putHeader(HttpHeaders.WWW_AUTHENTICATE, Challenge.BEARER);
            Problem.of(401, "unauthenticated", Challenge.DETAIL, id(request)).answer(response);
        }
    }

    private static String id(RoutingContext request) {
        return String.valueOf(request.response().headers().get(RequestId.HEADER));
    }
}
