package io.auditvisa.recovery;

import io.auditvisa.access.Roles;
import io.auditvisa.api.ProblemException;
import io.auditvisa.recovery.StripeReconciler.End;
import io.auditvisa.source.Source;
import io.auditvisa.source.SourceKind;
import io.auditvisa.source.Sources;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Compares a source with its provider's list of events on demand (GO-4). */
@Path("/api/v1/sources")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sources")
@RolesAllowed(Roles.OPERATOR)
@RunOnVirtualThread
public class ReconcileResource {

    private static final int RETRY_AFTER_SECONDS = 5;

    private final Sources sources;
    private final StripeReconciler reconciler;

    public ReconcileResource(Sources sources, StripeReconciler reconciler) {
        this.sources = sources;
        this.reconciler = reconciler;
    }

    @POST
    @Path("/{name}/reconcile")
    @Operation(summary = "Finds events that Stripe lists and that never arrived, and processes them")
    public Reconciliation reconcile(@PathParam("name") String name) throws SQLException {
        Source source = sources.find(name)
                .orElseThrow(() -> new ProblemException(404, "source_unknown", "no source of this name is configured"));
        if (source.kind() != SourceKind.STRIPE || !reconciler.isOn()) {
            throw new ProblemException(
                    409, "not_reconcilable", "only a source of kind stripe with auditvisa.stripe.api-key is compared");
        }
        return switch (reconciler.reconcile(source)) {
            case End.Complete(Reconciliation report) -> report;
            case End.Paused paused -> throw new ProblemException(409, "source_paused", "the source is paused");
            case End.Busy busy ->
                throw new ProblemException(409, "in_progress", "a comparison is at work", RETRY_AFTER_SECONDS);
            case End.Incomplete(String why, Duration after) ->
                throw new ProblemException(503, "provider_unavailable", why, (int) Math.max(1, after.toSeconds()));
        };
    }
}
