package io.auditvisa.audit;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventRecord;
import io.auditvisa.event.EventRecords;
import io.auditvisa.event.EventStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The seven audit questions (AV-12.2) and their answers.
 *
 * @param arrived did the event ever arrive, here or in the system it was imported from?
 * @param arrivals how often did it arrive here?
 * @param firstFormalArrival which arrival was the first formal one? null for an imported event
 * @param repeated did repeats happen?
 * @param reused was an existing result reused?
 * @param officialResult what is the official result? null while there is none
 * @param inconsistentSideEffects are there inconsistent side effects?
 */
@RegisterForReflection
public record Questions(
        boolean arrived,
        int arrivals,
        AuditAnswer.@Nullable Arrival firstFormalArrival,
        boolean repeated,
        boolean reused,
        @Nullable OfficialResult officialResult,
        boolean inconsistentSideEffects) {

    /** What the event ended with. */
    @RegisterForReflection
    public record OfficialResult(
            String ref,
            @Nullable String htmlUrl,
            @Nullable String zipUrl,
            @Nullable String jsonUrl,
            @Nullable String verifyUrl,
            @Nullable String runHash,
            @Nullable String keyId,
            @Nullable Long ledgerEntryId,
            @Nullable Long inboxLineId,
            Instant firstProcessedAt) {}

    static Questions of(
            EventRecords.Found found,
            List<AuditAnswer.Arrival> arrivals,
            List<AuditAnswer.Transition> transitions,
            Verdict verdict) {
        EventRecord event = found.record();
        boolean imported = found.row().result().imported();
        boolean twin = event.status().equals(EventStatus.DUPLICATE_REUSED.wireName());
        return new Questions(
                imported || !arrivals.isEmpty(),
                arrivals.size(),
                arrivals.stream()
                        .filter(arrival -> ArrivalOutcome.FIRST.wireName().equals(arrival.outcome()))
                        .findFirst()
                        .orElse(null),
                arrivals.size() > (imported ? 0 : 1),
                twin || arrivals.stream().anyMatch(arrival -> reusedResult(arrival, transitions)),
                officialResult(event, found.official().key().ref()),
                verdict == Verdict.INCONSISTENT);
    }

    /** A conflict reuses the result, too, when there was one by then (GO-1). */
    private static boolean reusedResult(AuditAnswer.Arrival arrival, List<AuditAnswer.Transition> transitions) {
        boolean conflict = ArrivalOutcome.CONFLICT.wireName().equals(arrival.outcome());
        return ArrivalOutcome.DUPLICATE_REUSED.wireName().equals(arrival.outcome())
                || (conflict && transitions.stream().anyMatch(change -> finished(change, arrival.historyNumber())));
    }

    private static boolean finished(AuditAnswer.Transition change, int before) {
        return EventStatus.PROCESSED.wireName().equals(change.to()) && change.historyNumber() < before;
    }

    private static @Nullable OfficialResult officialResult(EventRecord event, String ref) {
        Instant processedAt = event.firstProcessedAt();
        if (processedAt == null) {
            return null;
        }
        return new OfficialResult(
                ref,
                event.htmlUrl(),
                event.zipUrl(),
                event.jsonUrl(),
                event.verifyUrl(),
                event.runHash(),
                event.keyId(),
                event.ledgerEntryId(),
                event.inboxLineId(),
                processedAt);
    }
}
