package io.auditvisa.audit;

import io.auditvisa.audit.Effects.Call;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A verdict with its reasons.
 *
 * @param findings one sentence for each inconsistency
 */
record Judgement(Verdict verdict, List<String> findings) {

    static final Judgement CONSISTENT = new Judgement(Verdict.CONSISTENT, List.of());

    /** Judges an event by its own rows; {@code findings} are the inconsistencies already seen. */
    static Judgement of(EventRow row, EffectRows effects, List<String> findings, int maxAttempts) {
        if (!findings.isEmpty()) {
            return new Judgement(Verdict.INCONSISTENT, List.copyOf(findings));
        }
        List<String> calls = Stream.concat(effects.forwards().stream(), effects.notifications().stream())
                .map(Call::status)
                .toList();
        if (calls.contains("unknown")) {
            return new Judgement(Verdict.UNKNOWN_EXTERNAL, List.of());
        }
        boolean underWay =
                calls.contains("intended") || calls.contains("attempting") || machineGoesOn(row, maxAttempts);
        return new Judgement(underWay ? Verdict.REPAIRING : Verdict.CONSISTENT, List.of());
    }

    private static boolean machineGoesOn(EventRow row, int maxAttempts) {
        return switch (row.status()) {
            case RECEIVED, PROCESSING, ORPHANED -> true;
            case FAILED -> isTechnical(row.run().failure()) && row.run().technicalFailures() < maxAttempts;
            case PROCESSED, DUPLICATE_REUSED -> false;
        };
    }

    private static boolean isTechnical(@Nullable Failure failure) {
        return failure != null && failure.code().equals(Failure.TECHNICAL);
    }

    /** The judgement of a twin (GO-2): its own, and that of the event whose result it shows. */
    Judgement and(Judgement other) {
        List<String> both = new ArrayList<>(findings);
        both.addAll(other.findings);
        return new Judgement(verdict.compareTo(other.verdict) >= 0 ? verdict : other.verdict, List.copyOf(both));
    }
}
