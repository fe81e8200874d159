package io.auditvisa.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.access.Roles;
import io.auditvisa.api.Page;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.ProblemException;
import io.auditvisa.api.TimeWindow;
import io.auditvisa.event.EventRecords;
import io.auditvisa.event.EventStatus;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Events for those who look into them (AV-12). */
@Path("/api/v1/events")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "events")
@RolesAllowed(Roles.VIEWER)
public class EventsResource {

    private static final List<String> STATUSES =
            Stream.of(EventStatus.values()).map(EventStatus::wireName).toList();

    private final Snapshot snapshot;
    private final AuditReader audit;
    private final ObjectMapper json;

    public EventsResource(Snapshot snapshot, AuditReader audit, ObjectMapper json) {
        this.snapshot = snapshot;
        this.audit = audit;
        this.json = json;
    }

    @GET
    @Operation(summary = "Events, newest first; q finds a ref, event id, session id, message id or run hash")
    public Page<EventView> list(
            @QueryParam("status") @Nullable String status,
            @QueryParam("source") @Nullable String source,
            @QueryParam("type") @Nullable String type,
            @QueryParam("q") @Nullable String q,
            @QueryParam("from") @Nullable String from,
            @QueryParam("to") @Nullable String to,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, cursor);
        EventFilter filter = new EventFilter(
                Parameter.oneOf("status", status, STATUSES),
                Parameter.text("source", source),
                Parameter.text("type", type),
                Parameter.text("q", q),
                TimeWindow.of(from, to));
        List<EventRecords.Found> rows =
                snapshot.read(connection -> EventRecords.withCanonicals(connection, filter.page(connection, page)));
        return Page.of(rows, page, found -> EventFilter.cursor(found.row()), EventView::of);
    }

    @GET
    @Path("/{ref}")
    @Operation(summary = "One event: its record and its side effects")
    public EventView.WithEffects one(@PathParam("ref") String ref) {
        return snapshot.read(connection -> {
            EventRecords.Found found = find(connection, ref);
            return new EventView.WithEffects(EventView.of(found), audit.effects(connection, found));
        });
    }

    @GET
    @Path("/{ref}/audit")
    @Operation(summary = "Everything about one event, and the answers to the seven audit questions (AV-12.2)")
    public ObjectNode audit(@PathParam("ref") String ref) {
        return snapshot.read(connection -> {
            EventRecords.Found found = find(connection, ref);
            ObjectNode answer = json.valueToTree(found.record());
            answer.setAll((ObjectNode) json.valueToTree(audit.read(connection, found)));
            return answer;
        });
    }

    private static EventRecords.Found find(Connection connection, String ref) throws SQLException {
        return EventRecords.byRef(connection, Parameter.reference(ref))
                .orElseThrow(() -> ProblemException.notFound("this event"));
    }
}
