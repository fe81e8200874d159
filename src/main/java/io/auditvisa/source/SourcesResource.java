package io.auditvisa.source;

import io.auditvisa.access.Roles;
import io.auditvisa.api.Page;
import io.auditvisa.api.ProblemException;
import io.auditvisa.api.Reason;
import io.auditvisa.processing.SourceStates;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The configured sources, and the brake of each (IO-10, IO-11). */
@Path("/api/v1/sources")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sources")
@RolesAllowed(Roles.OPERATOR)
@RunOnVirtualThread
public class SourcesResource {

    private final Sources sources;
    private final SourceViews views;
    private final SourceStates states;
    private final SecurityIdentity caller;

    public SourcesResource(Sources sources, SourceViews views, SourceStates states, SecurityIdentity caller) {
        this.sources = sources;
        this.views = views;
        this.states = states;
        this.caller = caller;
    }

    @GET
    @Operation(summary = "All sources: signature check, replay window, rules, what they sent and what was refused")
    public Page<SourceView> list() {
        return new Page<>(sources.all().stream().map(views::of).toList(), null);
    }

    @GET
    @Path("/{name}")
    @Operation(summary = "One source")
    public SourceView one(@PathParam("name") String name) {
        return views.of(source(name));
    }

    @POST
    @Path("/{name}/pause")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(summary = "Refuses new events of a source with 503; answers when its last run has ended")
    public SourceView pause(@PathParam("name") String name, @Nullable Reason body) {
        Source source = source(name);
        states.pause(name, caller.getPrincipal().getName(), Reason.of(body));
        return views.of(source);
    }

    @POST
    @Path("/{name}/resume")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(summary = "Lets a paused source work again")
    public SourceView resume(@PathParam("name") String name, @Nullable Reason body) {
        Source source = source(name);
        states.resume(name, caller.getPrincipal().getName(), Reason.of(body));
        return views.of(source);
    }

    private Source source(String name) {
        return sources.find(name)
                .orElseThrow(() -> new ProblemException(404, "source_unknown", "no source of this name is configured"));
    }
}
