package io.auditvisa.access;

import io.auditvisa.api.ProblemException;
import io.auditvisa.api.ProblemMapper;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers refused callers as problems: 401 {@code unauthenticated} with a challenge, 403 {@code forbidden}. */
public class RefusalMapper {

    private final ProblemMapper problems;

    public RefusalMapper(ProblemMapper problems) {
        this.problems = problems;
    }

    @ServerExceptionMapper
    public Response nobody(UnauthorizedException refused) {
        return unauthenticated();
    }

    @ServerExceptionMapper
    public Response unknownCaller(AuthenticationFailedException refused) {
        return unauthenticated();
    }

    @ServerExceptionMapper
    public Response wrongRole(ForbiddenException refused) {
        return problems.map(new ProblemException(403, "forbidden", Challenge.NO_ROLE));
    }

    private Response unauthenticated() {
        return Response.fromResponse(problems.map(new ProblemException(401, "unauthenticated", Challenge.DETAIL)))
                .header(HttpHeaders.WWW_AUTHENTICATE, Challenge.BEARER)
                .build();
    }
}
