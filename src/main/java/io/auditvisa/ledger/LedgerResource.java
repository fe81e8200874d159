package io.auditvisa.ledger;

import io.auditvisa.access.Roles;
import io.auditvisa.api.Cursor;
import io.auditvisa.api.Page;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.ProblemException;
import io.auditvisa.api.TimeWindow;
import io.auditvisa.api.Transactions;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The ledger for finance: found by event or message id (IO-7), refunded row by row (IO-10). */
@Path("/api/v1/ledger/entries")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "ledger")
@RolesAllowed(Roles.FINANCE)
public class LedgerResource {

    static final List<String> KINDS = List.of("credit", "debit", "refund");

    private final Transactions transactions;
    private final Bookings bookings;
    private final SecurityIdentity caller;

    public LedgerResource(Transactions transactions, Bookings bookings, SecurityIdentity caller) {
        this.transactions = transactions;
        this.bookings = bookings;
        this.caller = caller;
    }

    @GET
    @Operation(summary = "Rows, newest first; event_id finds a row by any event that used it")
    public Page<LedgerEntry> list(
            @QueryParam("event_id") @Nullable String eventId,
            @QueryParam("message_id") @Nullable String messageId,
            @QueryParam("account") @Nullable String account,
            @QueryParam("source") @Nullable String source,
            @QueryParam("kind") @Nullable String kind,
            @QueryParam("from") @Nullable String from,
            @QueryParam("to") @Nullable String to,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, cursor);
        LedgerFilter filter = new LedgerFilter(
                Parameter.text("event_id", eventId),
                Parameter.text("message_id", messageId),
                Parameter.text("account", account),
                Parameter.text("source", source),
                Parameter.oneOf("kind", kind, KINDS),
                TimeWindow.of(from, to));
        List<LedgerEntry> rows = transactions.run(connection -> filter.page(connection, page));
        return Page.of(rows, page, entry -> Cursor.of(entry.id()), entry -> entry);
    }

    @GET
    @Path("/{id}")
    @Operation(summary = "One row")
    public LedgerEntry one(@PathParam("id") String id) {
        long entry = number(id);
        return transactions.run(connection -> LedgerFilter.byId(connection, entry)).stream()
                .findFirst()
                .orElseThrow(LedgerResource::unknown);
    }

    @POST
    @Path("/{id}/refund")
    @Operation(summary = "Gives a debit's money back as a row of its own, once: {\"reason\"?}")
    public Response refund(@PathParam("id") String id, byte @Nullable [] body) {
        String reason = RequestBody.of(body).text("reason").orElse(null);
        Bookings.Booked booked =
                bookings.refund(number(id), caller.getPrincipal().getName(), reason);
        return Response.status(booked.made() ? 201 : 200).entity(booked.entry()).build();
    }

    private static long number(String id) {
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException notANumber) {
            throw unknown();
        }
    }

    private static ProblemException unknown() {
        return ProblemException.notFound("this ledger entry");
    }
}
