package io.auditvisa.verify;

import io.auditvisa.delivery.PagePolicy;
import io.auditvisa.delivery.PublicDeliveries;
import io.auditvisa.health.Schema;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;

/** The verification page (AV-13.2), and the same as JSON. */
@Path("/verify/{slug}")
public class VerifyResource {

    private static final Logger LOG = Logger.getLogger(VerifyResource.class);
    private static final int RETRY_AFTER_SECONDS = 30;

    private final PublicDeliveries deliveries;
    private final Verifier verifier;
    private final Schema schema;

    public VerifyResource(PublicDeliveries deliveries, Verifier verifier, Schema schema) {
        this.deliveries = deliveries;
        this.verifier = verifier;
        this.schema = schema;
    }

    /** {@code templates/verify/page.html}. */
    @CheckedTemplate(basePath = "verify")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance page(Verification verification);
    }

    @GET
    @RunOnVirtualThread
    @Operation(summary = "Checks a certificate again, step by step; HTML, or JSON on Accept: application/json")
    public Response verify(@PathParam("slug") String slug, @Context HttpHeaders request) {
        Verification verification = verification(slug);
        Verdict verdict = Verdict.valueOf(verification.verdict().toUpperCase(Locale.ROOT));
        Response.ResponseBuilder answer = wantsJson(request) ? json(verification) : page(verification);
        if (verdict == Verdict.UNAVAILABLE) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return PagePolicy.guard(answer)
                .status(verdict.httpStatus())
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.VARY, "Accept, Authorization")
                .build();
    }

    private Verification verification(String slug) {
        if (!schema.isReady()) {
            return verifier.unavailable(slug);
        }
        try {
            return deliveries.find(slug).map(verifier::verify).orElseGet(() -> verifier.notFound(slug));
        } catch (PersistenceException failure) {
            LOG.warnf("verification unavailable: %s", failure.getMessage());
            return verifier.unavailable(slug);
        }
    }

    private static Response.ResponseBuilder json(Verification verification) {
        return Response.ok(verification, MediaType.APPLICATION_JSON_TYPE);
    }

    private static Response.ResponseBuilder page(Verification verification) {
        String page = Templates.page(verification).render();
        return Response.ok(page)
                .header(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
                .header("Content-Security-Policy", PagePolicy.contentSecurityPolicy(page));
    }

    /** Whichever of the two the caller names first; a browser names HTML, and who does not care gets the page. */
    private static boolean wantsJson(HttpHeaders request) {
        for (MediaType accepted : request.getAcceptableMediaTypes()) {
            if (accepted.isWildcardType() || accepted.isCompatible(MediaType.TEXT_HTML_TYPE)) {
                return false;
            }
            if (accepted.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
                return true;
            }
        }
        return false;
    }
}
