package io.auditvisa.api;

import io.auditvisa.health.Schema;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;

/**
 * Answers 503 {@code database_unavailable} while the database is not ready, before anything reads tables that are not there, or
 * not yet this version's. Webhooks and the verification page have their own answers.
 */
@ApplicationScoped
public class SchemaGate {

    private static final List<String> READING = List.of("/api/", "/d/", "/.well-known/");
    private static final int RETRY_AFTER_SECONDS = 5;

    /** After the token is asked for (150), before the body's limit and every route. */
    private static final int PRIORITY = 120;

    private final Schema schema;

    public SchemaGate(Schema schema) {
        this.schema = schema;
    }

    void register(@Observes Filters filters) {
        filters.register(this::check, PRIORITY);
    }

    private void check(RoutingContext request) {
        if (schema.isReady() || READING.stream().noneMatch(request.normalizedPath()::startsWith)) {
            request.next();
            return;
        }
        request.response().putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(RETRY_AFTER_SECONDS));
        Problem.of(503, "database_unavailable", "the database is not ready yet", RequestId.of(request))
                .answer(request.response());
    }
}
