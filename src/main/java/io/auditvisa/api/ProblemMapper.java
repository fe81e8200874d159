package io.auditvisa.api;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.List;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Turns every exception that reaches the HTTP edge into a problem (RFC 9457). The only catch-all beside the sweeper's. */
@Singleton
public class ProblemMapper {

    private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

    private static final int RETRY_AFTER_SECONDS = 5;

    private final RequestId requestId;
    private final CurrentVertxRequest request;

    public ProblemMapper(RequestId requestId, CurrentVertxRequest request) {
        this.requestId = requestId;
        this.request = request;
    }

    /** Expected refusals. */
    @ServerExceptionMapper
    public Response map(ProblemException problem) {
        return answer(
                problem.status(), problem.code(), String.valueOf(problem.getMessage()), problem.retryAfterSeconds());
    }

    /** What the framework refuses: unknown path, wrong method, media type, parameters. */
    @ServerExceptionMapper
    public Response map(WebApplicationException refusal) {
        Response original = refusal.getResponse();
        if (original.hasEntity() || original.getStatus() < 400) {
            return original;
        }
        if (original.getStatus() >= 500) {
            return map((Throwable) refusal);
        }
        Response.ResponseBuilder answer =
                builder(original.getStatus(), code(original.getStatus()), detail(original.getStatus()));
        for (String kept : List.of(HttpHeaders.ALLOW, HttpHeaders.WWW_AUTHENTICATE, HttpHeaders.RETRY_AFTER)) {
            String value = original.getHeaderString(kept);
            if (value != null) {
                answer.header(kept, value);
            }
        }
        return answer.build();
    }

    /** A JSON body that does not fit its request. The exception's text would quote the body. */
    @ServerExceptionMapper
    public Response map(MismatchedInputException unfitting) {
        return answer(400, "request_invalid", "the JSON body does not fit this request", 0);
    }

    /** Everything unexpected. A webhook's sender retries, so it is never told 500. */
    @ServerExceptionMapper
    public Response map(Throwable unexpected) {
        boolean isDatabase = hasCause(unexpected, SQLException.class);
        if (isDatabase) {
            LOG.errorf("request %s failed on the database: %s", requestId.current(), unexpected);
            return answer(503, "database_unavailable", "the database does not answer", RETRY_AFTER_SECONDS);
        }
        LOG.errorf(unexpected, "request %s failed", requestId.current());
        return isWebhook()
                ? answer(503, "overloaded", "the request could not be handled now", RETRY_AFTER_SECONDS)
                : answer(500, "internal_error", "the request failed; its id finds the reason in the log", 0);
    }

    private boolean isWebhook() {
        RoutingContext context = request.getCurrent();
        return context != null && context.normalizedPath().startsWith("/webhooks/");
    }

    private Response answer(int status, String code, String detail, int retryAfterSeconds) {
        Response.ResponseBuilder answer = builder(status, code, detail);
        if (retryAfterSeconds > 0) {
            answer.header(HttpHeaders.RETRY_AFTER, retryAfterSeconds);
        }
        return answer.build();
    }

    private Response.ResponseBuilder builder(int status, String code, String detail) {
        return Response.status(status)
                .type(Problem.MEDIA_TYPE)
                .entity(Problem.of(status, code, detail, requestId.current()));
    }

    private static String code(int status) {
        return switch (status) {
            case 401 -> "unauthenticated";
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 406 -> "not_acceptable";
            case 413 -> Problem.BODY_TOO_LARGE;
            case 415 -> "unsupported_media_type";
            default -> "request_invalid";
        };
    }

    private static String detail(int status) {
        return switch (status) {
            case 401 -> "a valid token is needed";
            case 403 -> "the token's roles do not allow this";
            case 404 -> "there is nothing here";
            case 405 -> "this method is not allowed here";
            case 406 -> "there is no answer of an acceptable media type";
            case 413 -> "the request body is too large";
            case 415 -> "a body of this media type is not understood here";
            default -> "the request is malformed";
        };
    }

    private static boolean hasCause(@Nullable Throwable thrown, Class<? extends Throwable> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
