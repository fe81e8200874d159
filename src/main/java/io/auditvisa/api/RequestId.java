package io.auditvisa.api;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** The id of the request at work: unique, in every log line, in the answer's {@code X-Request-Id} and in problems. */
@ApplicationScoped
public class RequestId {

    /** Answer header. */
    public static final String HEADER = "X-Request-Id";

    /** Name in the log context. */
    public static final String LOG_KEY = "request_id";

    private static final String KEY = "auditvisa.request-id";

    private final CurrentVertxRequest request;

    public RequestId(CurrentVertxRequest request) {
        this.request = request;
    }

    /** The id of the current request. */
    public String current() {
        RoutingContext context = request.getCurrent();
        return context == null ? UUID.randomUUID().toString() : of(context);
    }

    /** The id of a request; made when first asked for. */
    static String of(RoutingContext context) {
        String id = context.get(KEY);
        if (id == null) {
            id = UUID.randomUUID().toString();
            context.put(KEY, id);
        }
        return id;
    }
}
