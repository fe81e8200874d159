package io.auditvisa.audit;

import io.auditvisa.event.InvariantCheck;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;

/**
 * What checking all rules over the whole database found (GO-7).
 *
 * @param holds whether every rule holds
 * @param checkedAt database time; all rules see that one moment
 */
@RegisterForReflection
public record InvariantReport(boolean holds, Instant checkedAt, List<InvariantCheck> checks) {}
