package io.auditvisa.api;

import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.MDC;

/**
 * What happens to every request before any resource sees it: it gets an id, and its body a limit ({@code auditvisa.max-body}).
 * Webhook bodies are read by {@link #read} and not by the framework, so that a body of any content type, of none, or too
 * large without a declared length is answered as the contract says.
 */
@ApplicationScoped
public class RequestEdge {

    /** Imports have their own, larger limit. */
    private static final String IMPORTS = "/api/v1/imports/processed";

    private static final long LARGEST_IMPORT = 1L << 30;

    /** Read by Quarkus REST while it reads a body without a declared length. */
    private static final String LIMIT_OF_REST = "io.quarkus.max-request-size";

    /** A sender whose body is too large may finish sending this many times the limit before it is cut off. */
    private static final int PATIENCE = 32;

    private static final long LONGEST_WAIT_SECONDS = 60;

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
        long limit = context.normalizedPath().equals(IMPORTS) ? LARGEST_IMPORT : maxBody;
        if (declaredLength(context.request()) > limit) {
            HttpServerRequest request = context.request();
            request.handler(new Discarding(request, limit, 0));
            answer(context, limit);
            request.resume();
        } else {
            context.put(LIMIT_OF_REST, limit);
            context.next();
        }
    }

    /**
     * The whole body, whatever its content type. The event loop collects it; the caller, a virtual thread, waits.
     *
     * @throws ProblemException 413 above the limit, also without a declared length; 400 when the sender breaks off
     */
    public byte[] read(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.isEnded()) {
            return new byte[0];
        }
        CompletableFuture<byte[]> whole = new CompletableFuture<>();
        Buffer body = Buffer.buffer();
        request.exceptionHandler(whole::completeExceptionally);
        request.endHandler(end -> whole.complete(body.getBytes()));
        request.handler(chunk -> {
            if (body.length() + chunk.length() > maxBody) {
                request.handler(new Discarding(request, maxBody, body.length() + chunk.length()));
                whole.completeExceptionally(new ProblemException(413, Problem.BODY_TOO_LARGE, tooLarge(maxBody)));
            } else {
                body.appendBuffer(chunk);
            }
        });
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            context.response().writeContinue();
        }
        request.resume();
        return await(whole);
    }

    private static byte[] await(CompletableFuture<byte[]> whole) {
        try {
            return whole.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ProblemException problem ? problem : incomplete();
        } catch (TimeoutException slow) {
            throw incomplete();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw incomplete();
        }
    }

    private static ProblemException incomplete() {
        return new ProblemException(400, "request_invalid", "the request body did not arrive as a whole");
    }

    /** Lets a sender of too much finish, because most read the answer only then; cuts off who sends far too much. */
    private static final class Discarding implements Handler<Buffer> {

        private final HttpServerRequest request;
        private final long most;
        private long read;

        private Discarding(HttpServerRequest request, long limit, long alreadyRead) {
            this.request = request;
            this.most = limit * PATIENCE;
            this.read = alreadyRead;
        }

        @Override
        public void handle(Buffer chunk) {
            read += chunk.length();
            if (read > most) {
                request.connection().close();
            }
        }
    }

    private static void answer(RoutingContext context, long limit) {
        Problem.of(413, Problem.BODY_TOO_LARGE, tooLarge(limit), RequestId.of(context))
                .answer(context.response());
    }

    private static String tooLarge(long limit) {
        return "the request body is larger than " + limit + " bytes";
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
