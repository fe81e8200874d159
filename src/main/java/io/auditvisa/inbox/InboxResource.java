package io.auditvisa.inbox;

import io.auditvisa.access.Roles;
import io.auditvisa.api.Cursor;
import io.auditvisa.api.Page;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.Selection;
import io.auditvisa.api.TimeWindow;
import io.auditvisa.api.Transactions;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The inbox for support (IO-4). */
@Path("/api/v1/inbox/lines")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "inbox")
@RolesAllowed(Roles.VIEWER)
public class InboxResource {

    private static final String SELECT = "SELECT " + InboxLine.COLUMNS + " FROM inbox_line l";

    private static final String USED_BY_EVENT = """
            l.id IN (SELECT id FROM inbox_line WHERE event_id = ?
                     UNION ALL SELECT e.inbox_line_id FROM event_source s
                                 JOIN event e ON e.source = s.name AND e.event_id = ? WHERE e.inbox_line_id IS NOT NULL)
            """;

    // Without a direction: the line, found by its key, is of another message.
    private static final String OF_MESSAGE = """
            l.id IN (SELECT m.id FROM event_source s
                       JOIN message_line m ON m.source = s.name AND m.message_id = ? WHERE m.direction IS NOT NULL)
            """;

    private final Transactions transactions;

    public InboxResource(Transactions transactions) {
        this.transactions = transactions;
    }

    @GET
    @Operation(summary = "Lines, newest first; event_id finds a line by any event that used it")
    public Page<InboxLine> list(
            @QueryParam("event_id") @Nullable String eventId,
            @QueryParam("message_id") @Nullable String messageId,
            @QueryParam("inbox_key") @Nullable String inboxKey,
            @QueryParam("account") @Nullable String account,
            @QueryParam("thread") @Nullable String thread,
            @QueryParam("source") @Nullable String source,
            @QueryParam("from") @Nullable String from,
            @QueryParam("to") @Nullable String to,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, cursor);
        Selection lines = new Selection(SELECT)
                .and(Parameter.text("event_id", eventId), USED_BY_EVENT)
                .and(Parameter.text("message_id", messageId), OF_MESSAGE)
                .and(Parameter.text("inbox_key", inboxKey), "l.inbox_key = ?")
                .and(Parameter.text("account", account), "l.account = ?")
                .and(Parameter.text("thread", thread), "l.thread = ?")
                .and(Parameter.text("source", source), "l.source = ?")
                .within(TimeWindow.of(from, to), "l.created_at");
        List<InboxLine> rows = transactions.run(connection -> lines.page(connection, page, "l.id", InboxLine::read));
        return Page.of(rows, page, line -> Cursor.of(line.id()), line -> line);
    }
}
