package io.auditvisa.ledger;

import io.auditvisa.access.Roles;
import io.auditvisa.api.Cursor;
import io.auditvisa.api.Page;
import io.auditvisa.api.PageRequest;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.ProblemException;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Prepaid accounts for finance (IO-12). */
@Path("/api/v1/accounts")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "ledger")
@RolesAllowed(Roles.FINANCE)
public class AccountsResource {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,255}");
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final List<String> STATUSES = List.of("open", "closed");

    private final Accounts accounts;
    private final Bookings bookings;
    private final SecurityIdentity caller;

    public AccountsResource(Accounts accounts, Bookings bookings, SecurityIdentity caller) {
        this.accounts = accounts;
        this.bookings = bookings;
        this.caller = caller;
    }

    @GET
    @Operation(summary = "Accounts with their balances, by id")
    public Page<Account> list(
            @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, cursor);
        Cursor after = page.after();
        return Page.of(
                accounts.page(page, after == null ? null : after.text(0)),
                page,
                account -> Cursor.of(account.id()),
                account -> account);
    }

    @GET
    @Path("/{id}")
    @Operation(summary = "One account; at asks for its balance at an instant, rows of that instant included")
    public Account one(@PathParam("id") String id, @QueryParam("at") @Nullable String at) {
        return accounts.find(id, Parameter.time("at", at));
    }

    @POST
    @Operation(summary = "Makes an account: {\"id\", \"currency\", \"name\", \"overdraft_minor\"?}")
    public Response open(byte @Nullable [] body) {
        RequestBody request = RequestBody.of(body);
        String id = request.requiredText("id");
        if (!ID.matcher(id).matches()) {
            throw new ProblemException(400, "request_invalid", "id is not 1–255 characters of A-Z a-z 0-9 _ . : -");
        }
        long overdraft = request.has("overdraft_minor") ? overdraft(request) : 0;
        Account made =
                accounts.open(new Accounts.Opening(id, request.requiredText("name"), currency(request), overdraft));
        return Response.created(URI.create("/api/v1/accounts/" + id))
                .entity(made)
                .build();
    }

    @PATCH
    @Path("/{id}")
    @Operation(summary = "Changes status (open, closed), overdraft_minor or name")
    public Account change(@PathParam("id") String id, byte @Nullable [] body) {
        RequestBody request = RequestBody.of(body);
        if (request.has("currency") || request.has("balance_minor")) {
            throw new ProblemException(400, "request_invalid", "neither currency nor balance of an account can be set");
        }
        String status = request.text("status").orElse(null);
        if (status != null && !STATUSES.contains(status)) {
            throw new ProblemException(400, "request_invalid", "status is neither open nor closed");
        }
        Accounts.Change change = new Accounts.Change(
                request.text("name").orElse(null), status, request.has("overdraft_minor") ? overdraft(request) : null);
        if (change.equals(new Accounts.Change(null, null, null))) {
            throw new ProblemException(400, "request_invalid", "none of status, overdraft_minor and name is given");
        }
        return accounts.change(id, change);
    }

    @POST
    @Path("/{id}/credits")
    @Operation(summary = "Credits the account once per Idempotency-Key: {\"amount_minor\", \"currency\", \"reason\"?}")
    public Response credit(
            @PathParam("id") String id, @HeaderParam("Idempotency-Key") @Nullable String key, byte @Nullable [] body) {
        if (key == null || key.isBlank()) {
            throw new ProblemException(400, "idempotency_key_missing", "a credit needs the header Idempotency-Key");
        }
        if (!KEY.matcher(key).matches()) {
            throw new ProblemException(
                    400, "idempotency_key_invalid", "Idempotency-Key is not 1–255 visible ASCII characters");
        }
        RequestBody request = RequestBody.of(body);
        Money money =
                new Money(request.integer("amount_minor", 1, Money.LARGEST_MINOR, "amount_invalid"), currency(request));
        Bookings.Booked booked = bookings.credit(new Bookings.Credit(
                id,
                key,
                money,
                caller.getPrincipal().getName(),
                request.text("reason").orElse(null)));
        return Response.status(booked.made() ? 201 : 200).entity(booked.entry()).build();
    }

    private static long overdraft(RequestBody request) {
        return request.integer("overdraft_minor", 0, Money.LARGEST_MINOR, "amount_invalid");
    }

    private static String currency(RequestBody request) {
        return request.text("currency")
                .flatMap(Money::currencyOf)
                .orElseThrow(() -> new ProblemException(400, "currency_invalid", "currency is no ISO 4217 code"));
    }
}
