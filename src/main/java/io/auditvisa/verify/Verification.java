package io.auditvisa.verify;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.auditvisa.certificate.Predicate;
import io.quarkus.qute.TemplateData;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a verification.
 *
 * @param slug what was asked for
 * @param verdict wire name of the {@link Verdict}
 * @param checkedAt when
 * @param runHash hex SHA-256 of the signed statement; null when there is none
 * @param checks every step, in order
 * @param predicate what the certificate says; null when it is not known
 */
@RegisterForReflection
@TemplateData
public record Verification(
        String slug,
        String verdict,
        Instant checkedAt,
        @Nullable String runHash,
        List<Check> checks,
        @Nullable Predicate predicate,
        @JsonIgnore boolean withheld) {

    /** Whether this is the verdict. */
    public boolean is(String name) {
        return verdict.equals(name);
    }
}
