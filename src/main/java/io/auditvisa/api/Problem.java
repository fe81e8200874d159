package io.auditvisa.api;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.core.HttpHeaders;

/**
 * An error answer (RFC 9457, {@code application/problem+json}).
 *
 * @param type always {@code about:blank}: the {@code code} tells errors apart
 * @param title the status' reason phrase
 * @param status HTTP status
 * @param code stable code of contract.md
 * @param detail one sentence for people; no secrets
 * @param instance the request id
 */
@RegisterForReflection
public record Problem(String type, String title, int status, String code, String detail, String instance) {

    /** Media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Code of a body above the limit. */
    public static final String BODY_TOO_LARGE = "body_too_large";

    /** A problem without a page of its own. */
    public static Problem of(int status, String code, String detail, String requestId) {
        return new Problem("about:blank", title(status), status, code, detail, requestId);
    }

    /** Answers with it, where that is done before the framework knows of the request. */
    public void answer(HttpServerResponse response) {
        JsonObject body = new JsonObject()
                .put("type", type)
                .put("title", title)
                .put("status", status)
                .put("code", code)
                .put("detail", detail)
                .put("instance", instance);
        response.setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE)
                .end(body.toBuffer());
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 415 -> "Unsupported Media Type";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> "Error";
        };
    }
}
