package io.auditvisa.api;

import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.MDC;

/**
 * What happens to every request before any resource sees it: it gets an id, and its body a limit. Webhook bodies are read
 * here, on the event loop, so that a slow sender holds no thread, and so that a body of any content type, of none, or too
 * large without a declared length is answered as the contract says.
 */
@ApplicationScoped
public class RequestEdge {

    /** Where a webhook's resource finds the body. */
    public static final String BODY = "auditvisa.body";

    private static final String WEBHOOKS = "/webhooks/";

    /** Imports have their own, larger limit. */
    private static final String IMPORTS = "/api/v1/imports/processed";

    private static final long LARGEST_IMPORT = 1L << 30;

    /** Read by Quarkus REST while it reads a body without a declared length. */
    private static final String LIMIT_OF_REST = "io.quarkus.max-request-size";

    /** A sender whose body is too large may finish sending this many times the limit before it is cut off. */
    private static final int PATIENCE = 32;

    private static final int AFTER_IDENTITY = 100;
    private static final int FIRST = 1000;

    private final long maxBody;

    public RequestEdge(@ConfigProperty(name = "auditvisa.max-body", defaultValue = "1M") MemorySize maxBody) {
        this.maxBody = maxBody.asLongValue();
    }

    void register(@Observes Filters filters) {
        filters.register(RequestEdge::identify, FIRST);
        filters.register(this::limit, AFTER_IDENTITY);
    }

    private static void identify(RoutingContext context) {
        String id = RequestId.of(context);
        context.response().putHeader(RequestId.HEADER, id);
        MDC.put(RequestId.LOG_KEY, id);
        context.next();
    }

    private void limit(RoutingContext context) {
        String path = context.normalizedPath();
        long limit = path.equals(IMPORTS) ? LARGEST_IMPORT : maxBody;
        if (declaredLength(context.request()) > limit) {
            refuse(context, limit, 0);
        } else if (path.startsWith(WEBHOOKS) && context.request().method().equals(HttpMethod.POST)) {
            collect(context, limit);
        } else {
            context.put(LIMIT_OF_REST, limit);
            context.next();
        }
    }

    private static void collect(RoutingContext context, long limit) {
        HttpServerRequest request = context.request();
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            context.response().writeContinue();
        }
        Buffer body = Buffer.buffer();
        request.handler(chunk -> {
            if (body.length() + chunk.length() > limit) {
                refuse(context, limit, body.length() + chunk.length());
            } else {
                body.appendBuffer(chunk);
            }
        });
        request.endHandler(end -> {
            if (!context.response().ended()) {
                context.put(BODY, body.getBytes());
                context.next();
            }
        });
        request.resume();
    }

    /** Answers at once and lets the sender finish: most read the answer only then. */
    private static void refuse(RoutingContext context, long limit, long alreadyRead) {
        HttpServerRequest request = context.request();
        long[] read = {alreadyRead};
        request.handler(chunk -> {
            read[0] += chunk.length();
            if (read[0] > limit * PATIENCE) {
                request.connection().close();
            }
        });
        request.endHandler(end -> {});
        answer(context, limit);
        request.resume();
    }

    private static void answer(RoutingContext context, long limit) {
        context.response()
                .setStatusCode(413)
                .putHeader("Content-Type", Problem.MEDIA_TYPE)
                .end(new JsonObject()
                        .put("type", "about:blank")
                        .put("title", "Content Too Large")
                        .put("status", 413)
                        .put("code", Problem.BODY_TOO_LARGE)
                        .put("detail", "the request body is larger than " + limit + " bytes")
                        .put("instance", RequestId.of(context))
                        .toBuffer());
    }

    private static long declaredLength(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException refusedByTheServerAnyway) {
            return Long.MAX_VALUE;
        }
    }
}
