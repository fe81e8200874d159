package io.auditvisa.access;

import io.auditvisa.api.Problem;
import io.auditvisa.api.RequestId;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Answers 401 to everybody without a known token on everything below {@code /api/}, before path, method, media type or body
 * are looked at: nothing configured is nothing open, also for a route whose roles someone forgot.
 */
@ApplicationScoped
public class ClosedApiFilter {

    private static final String API = "/api/";

    /** After authentication (200), before the body's limit and every route. */
    private static final int PRIORITY = 150;

    void register(@Observes Filters filters) {
        filters.register(this::check, PRIORITY);
    }

    private void check(RoutingContext request) {
        if (request.normalizedPath().startsWith(API) && !isKnown(request)) {
            refuse(request.response());
        } else {
            request.next();
        }
    }

    private static boolean isKnown(RoutingContext request) {
        return request.user() instanceof QuarkusHttpUser user
                && !user.getSecurityIdentity().isAnonymous();
    }

    private static void refuse(HttpServerResponse response) {
        String requestId = String.valueOf(response.headers().get(RequestId.HEADER));
        response.putHeader("WWW-Authenticate", Challenge.BEARER);
        Problem.of(401, "unauthenticated", Challenge.DETAIL, requestId).answer(response);
    }
}
