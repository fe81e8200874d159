package io.auditvisa.api;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.UUID;

/** Answers a {@link ProblemException} as problem+json. */
@Provider
public class ProblemMapper implements ExceptionMapper<ProblemException> {

    @Override
    public Response toResponse(ProblemException problem) {
        Response.Status status = Response.Status.fromStatusCode(problem.status());
        Response.ResponseBuilder answer = Response.status(problem.status())
                .type(Problem.MEDIA_TYPE)
                .entity(new Problem(
                        "about:blank",
                        status.getReasonPhrase(),
                        problem.status(),
                        problem.code(),
                        String.valueOf(problem.getMessage()),
                        UUID.randomUUID().toString()));
        if (problem.retryAfterSeconds() > 0) {
            answer.header(HttpHeaders.RETRY_AFTER, problem.retryAfterSeconds());
        }
        return answer.build();
    }
}
