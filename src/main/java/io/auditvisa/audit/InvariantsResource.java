package io.auditvisa.audit;

import io.auditvisa.access.Roles;
import io.auditvisa.event.InvariantCheck;
import io.auditvisa.event.InvariantRule;
import io.quarkus.arc.All;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Proves the invariants over the whole database (GO-7): every rule any package brings. */
@Path("/api/v1/invariants")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "audit")
@RolesAllowed(Roles.VIEWER)
public class InvariantsResource {

    private final Snapshot snapshot;
    private final List<InvariantRule> rules;

    public InvariantsResource(Snapshot snapshot, @All List<InvariantRule> rules) {
        this.snapshot = snapshot;
        this.rules = rules;
    }

    @GET
    @Operation(summary = "Checks every invariant over the whole database and all files")
    public InvariantReport check() {
        return snapshot.readAtLength(this::check);
    }

    private InvariantReport check(Connection connection) throws SQLException {
        Instant now = Sql.of("SELECT clock_timestamp() AS at")
                .first(connection, row -> Sql.requiredTime(row, "at"))
                .orElseThrow();
        List<InvariantCheck> checks = new ArrayList<>();
        for (InvariantRule rule : rules) {
            checks.add(rule.check(connection));
        }
        checks.sort(Comparator.comparing(InvariantCheck::name));
        return new InvariantReport(checks.stream().allMatch(InvariantCheck::holds), now, checks);
    }
}
