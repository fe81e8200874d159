package io.auditvisa.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Holds request bodies to {@code auditvisa.max-body} (1M). The platform has one limit for all routes, set to what
 * {@link #LARGE_ROUTE} needs.
 */
@ApplicationScoped
public class BodyLimit {

    /** The one route that takes more: a streamed import of up to 1G. */
    public static final String LARGE_ROUTE = "/api/v1/imports/processed";

    /** Where the platform looks up the limit of a body whose length is not known beforehand. */
    private static final String CHUNKED_LIMIT_KEY = "io.quarkus.max-request-size";

    /** After authentication and the platform's own limit, before every route. */
    private static final int PRIORITY = 1;

    private final long limitBytes;
    private final ObjectMapper json;

    public BodyLimit(
            @ConfigProperty(name = "auditvisa.max-body", defaultValue = "1M") MemorySize maxBody, ObjectMapper json) {
        this.limitBytes = maxBody.asLongValue();
        this.json = json;
    }

    void register(@Observes Filters filters) {
        filters.register(this::check, PRIORITY);
    }

    private void check(RoutingContext request) {
        if (request.normalizedPath().equals(LARGE_ROUTE)) {
            request.next();
            return;
        }
        if (lengthOf(request.request().getHeader(HttpHeaders.CONTENT_LENGTH)) > limitBytes) {
            refuse(request.response());
            return;
        }
        request.put(CHUNKED_LIMIT_KEY, limitBytes);
        request.next();
    }

    private static long lengthOf(@Nullable String header) {
        return header == null ? 0 : Long.parseLong(header);
    }

    private void refuse(HttpServerResponse response) {
        String detail = "the body is larger than " + limitBytes + " bytes";
        Problem problem = new Problem(
                "about:blank",
                "Request Entity Too Large",
                413,
                "body_too_large",
                detail,
                UUID.randomUUID().toString());
        response.setStatusCode(413)
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .end(write(problem));
    }

    private String write(Problem problem) {
        try {
            return json.writeValueAsString(problem);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a problem is plain text and numbers", impossible);
        }
    }
}
