package io.auditvisa.audit;

import io.auditvisa.access.Roles;
import io.auditvisa.api.Parameter;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Imports of official results; the body is streamed and has a limit of its own, 1G. */
@Path("/api/v1/imports")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "audit")
@RolesAllowed(Roles.OPERATOR)
public class ImportsResource {

    private static final String DEFAULT_SOURCE = "stripe";

    private final ProcessedImport processed;
    private final SecurityIdentity caller;

    public ImportsResource(ProcessedImport processed, SecurityIdentity caller) {
        this.processed = processed;
        this.caller = caller;
    }

    @POST
    @Path("/processed")
    @Consumes({"application/jsonl", "application/x-ndjson", MediaType.TEXT_PLAIN})
    @Operation(summary = "Takes over processed events, one JSON object a line: all of them or none")
    public ImportReport importProcessed(@QueryParam("source") @Nullable String source, InputStream body)
            throws IOException {
        String named = Parameter.text("source", source);
        if (named != null && !ImportLine.isSource(named)) {
            throw Parameter.invalid("source", "is no name of a source");
        }
        return processed.run(
                body,
                named == null ? DEFAULT_SOURCE : named,
                caller.getPrincipal().getName());
    }
}
