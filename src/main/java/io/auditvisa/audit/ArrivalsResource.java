package io.auditvisa.audit;

import io.auditvisa.access.Roles;
import io.auditvisa.api.Page;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.TimeWindow;
import io.auditvisa.event.ArrivalOutcome;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Arrivals and rejections together (IO-8). */
@Path("/api/v1/arrivals")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "events")
@RolesAllowed(Roles.VIEWER)
public class ArrivalsResource {

    private static final List<String> OUTCOMES = Stream.concat(
                    Stream.of(ArrivalOutcome.values()).map(ArrivalOutcome::wireName),
                    Stream.of(ArrivalItem.REJECTED, ArrivalFilter.STALE))
            .toList();

    private final Snapshot snapshot;

    public ArrivalsResource(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    @GET
    @Operation(summary = "Arrivals and rejections, newest first")
    public Page<ArrivalItem> list(
            @QueryParam("outcome") @Nullable String outcome,
            @QueryParam("source") @Nullable String source,
            @QueryParam("from") @Nullable String from,
            @QueryParam("to") @Nullable String to,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, cursor);
        ArrivalFilter filter = new ArrivalFilter(
                Parameter.oneOf("outcome", outcome, OUTCOMES),
                Parameter.text("source", source),
                TimeWindow.of(from, to));
        List<ArrivalItem.Row> rows = snapshot.read(connection -> filter.page(connection, page));
        return Page.of(rows, page, ArrivalItem.Row::cursor, ArrivalItem.Row::item);
    }
}
