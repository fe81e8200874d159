package io.auditvisa.audit;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What an import did.
 *
 * @param lines lines read, blank ones apart
 * @param imported events that are new here
 * @param unchanged lines whose event was here already with the same result, or stood in the file before
 */
@RegisterForReflection
public record ImportReport(long lines, long imported, long unchanged) {}
