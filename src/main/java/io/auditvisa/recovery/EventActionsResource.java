package io.auditvisa.recovery;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.access.Roles;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.ProblemException;
import io.auditvisa.api.Reason;
import io.auditvisa.audit.EventJudge;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.EventRow;
import io.auditvisa.processing.Events;
import io.auditvisa.processing.SourcePausedException;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What operators do to one event (AV-11.3). Every action needs a reason; it stands in the history with the caller's name. */
@Path("/api/v1/events")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "events")
@RolesAllowed(Roles.OPERATOR)
@RunOnVirtualThread
public class EventActionsResource {

    private static final int RETRY_AFTER_SECONDS = 30;

    private final Events events;
    private final EventActions actions;
    private final EventJudge judge;
    private final SecurityIdentity caller;
    private final ObjectMapper json;

    public EventActionsResource(
            Events events, EventActions actions, EventJudge judge, SecurityIdentity caller, ObjectMapper json) {
        this.events = events;
        this.actions = actions;
        this.judge = judge;
        this.caller = caller;
        this.json = json;
    }

    @POST
    @Path("/{ref}/check")
    @Operation(summary = "Checks files, hashes and rows of an event now, and repairs what can be repaired")
    public ObjectNode check(@PathParam("ref") String ref, @Nullable Reason body) {
        EventRow event = event(ref);
        try {
            EventActions.Checked checked = actions.check(event, actor(), Reason.of(body));
            ObjectNode answer = view(ref);
            answer.put("repaired", checked.repaired());
            answer.set("found", json.valueToTree(checked.found()));
            return answer;
        } catch (StorageException failed) {
            throw storageUnavailable("the deliveries cannot be reached now");
        }
    }

    @POST
    @Path("/{ref}/recover")
    @Operation(summary = "Runs a failed, orphaned or cut-off event again, now")
    public ObjectNode recover(@PathParam("ref") String ref, @Nullable Reason body) {
        EventRow event = event(ref);
        try {
            refuse(actions.recover(event, actor(), Reason.of(body)));
        } catch (SourcePausedException paused) {
            throw new ProblemException(409, "source_paused", "the source is paused: resume it first");
        }
        return view(ref);
    }

    @POST
    @Path("/{ref}/abandon")
    @Operation(summary = "Gives an unfinished event up for good: failed with code abandoned")
    public ObjectNode abandon(@PathParam("ref") String ref, @Nullable Reason body) {
        try {
            refuse(actions.abandon(event(ref), actor(), Reason.of(body)));
        } catch (StorageException failed) {
            throw storageUnavailable("the event is abandoned, its files could not be set aside: send this again");
        }
        return view(ref);
    }

    @POST
    @Path("/{ref}/resend-notification")
    @Operation(summary = "Sends the message of an event again that failed, is unknown or was disabled (GO-5)")
    public ObjectNode resend(@PathParam("ref") String ref, @Nullable Reason body) {
        refuse(actions.resend(event(ref), actor(), Reason.of(body)));
        return view(ref);
    }

    private EventRow event(String ref) {
        return events.byRef(Parameter.reference(ref)).orElseThrow(() -> ProblemException.notFound("this event"));
    }

    private static ProblemException storageUnavailable(String detail) {
        return new ProblemException(503, "storage_unavailable", detail, RETRY_AFTER_SECONDS);
    }

    private static void refuse(EventActions.Done done) {
        if (done instanceof EventActions.Done.Refused(String code, String why)) {
            throw new ProblemException(409, code, why);
        }
    }

    private String actor() {
        return caller.getPrincipal().getName();
    }

    /** The record, its outcome, its verdict and what still stands against it. */
    private ObjectNode view(String ref) {
        EventJudge.Judged judged = judge.judge(ref);
        ObjectNode answer = json.valueToTree(judged.event());
        answer.put("verdict", judged.verdict());
        answer.set("findings", json.valueToTree(List.copyOf(judged.findings())));
        return answer;
    }
}
