package io.auditvisa.recovery;

import io.auditvisa.access.Roles;
import io.auditvisa.api.ProblemException;
import io.auditvisa.recovery.StripeReconciler.End;
import io.auditvisa.source.Source;
import io.auditvisa.source.SourceKind;
import io.auditvisa.source.Sources;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Compares a source with its provider's list of events on demand (GO-4). */
@Path("/api/v1/sources")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sources")
@RolesAllowed(Roles.OPERATOR)
@RunOnVirtualThread
public class ReconcileResource {

    private static final int RETRY_AFTER_SECONDS = 5;
    /** A caller's proxy rarely waits for more than half a minute, Stripe may pace us for longer. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private final Sources sources;
    private final StripeReconciler reconciler;
    private final ExecutorService threads;
    private final Duration longestAnswer;

    @Inject
    public ReconcileResource(Sources sources, StripeReconciler reconciler, @VirtualThreads ExecutorService threads) {
        this(sources, reconciler, threads, LONGEST_ANSWER);
    }

    ReconcileResource(Sources sources, StripeReconciler reconciler, ExecutorService threads, Duration longestAnswer) {
        this.sources = sources;
        this.reconciler = reconciler;
        this.threads = threads;
        this.longestAnswer = longestAnswer;
    }

    /** What the caller of a long comparison is told. */
    @RegisterForReflection
    public record UnderWay(String source, String status, String message) {}

    @POST
    @Path("/{name}/reconcile")
    @Operation(
            summary = "Finds events that Stripe lists and that never arrived, and processes them",
            description = "200 with the report; 202 when it takes longer than 10 seconds, it then goes on by itself")
    @APIResponse(
            responseCode = "200",
            description = "The comparison is complete",
            content = @Content(schema = @Schema(implementation = Reconciliation.class)))
    @APIResponse(
            responseCode = "202",
            description = "The comparison goes on: ask again",
            content = @Content(schema = @Schema(implementation = UnderWay.class)))
    public Response reconcile(@PathParam("name") String name) throws SQLException {
        Source source = sources.find(name)
                .orElseThrow(() -> new ProblemException(404, "source_unknown", "no source of this name is configured"));
        if (source.kind() != SourceKind.STRIPE || !reconciler.isOn()) {
            throw new ProblemException(
                    409, "not_reconcilable", "only a source of kind stripe with auditvisa.stripe.api-key is compared");
        }
        Optional<End> end = await(threads.submit(() -> reconciler.reconcile(source)));
        return end.isPresent() ? answer(end.get()) : underWay(name);
    }

    private static Response answer(End end) {
        return switch (end) {
            case End.Complete(Reconciliation report) -> Response.ok(report).build();
            case End.Paused paused -> throw new ProblemException(409, "source_paused", "the source is paused");
            case End.Busy busy ->
                throw new ProblemException(409, "in_progress", "a comparison is at work", RETRY_AFTER_SECONDS);
            case End.Incomplete(String why, Duration after) ->
                throw new ProblemException(503, "provider_unavailable", why, (int) Math.max(1, after.toSeconds()));
        };
    }

    private static Response underWay(String source) {
        String message = "the comparison takes long and goes on by itself; asked again, it tells when it has ended";
        return Response.accepted(new UnderWay(source, "in_progress", message))
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .build();
    }

    /** Empty when the comparison is still at work. */
    private Optional<End> await(Future<End> comparison) throws SQLException {
        try {
            return Optional.of(comparison.get(longestAnswer.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException stillAtWork) {
            return Optional.empty();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
