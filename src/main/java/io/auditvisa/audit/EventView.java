package io.auditvisa.audit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.auditvisa.event.EventRecord;
import io.auditvisa.event.EventRecords;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/**
 * An event as the operators' API shows it.
 *
 * @param event the record
 * @param outcome what a sender would be told now: {@code processed}, {@code processing}, {@code failed} or, for a twin whose
 *     canonical has its result or has not come yet, {@code duplicate_reused}
 * @param failure why it has no result; null when it has one
 */
@RegisterForReflection
public record EventView(
        @JsonUnwrapped EventRecord event,
        String outcome,
        @Nullable Failure failure) {

    static EventView of(EventRecords.Found found) {
        EventRecord event = found.record();
        return new EventView(event, outcome(found), event.failure());
    }

    static String outcome(EventRecords.Found found) {
        EventStatus official = found.official().status();
        boolean twin = found.row().status() == EventStatus.DUPLICATE_REUSED;
        EventStatus told = switch (official) {
            case PROCESSED -> twin ? EventStatus.DUPLICATE_REUSED : EventStatus.PROCESSED;
            case FAILED -> EventStatus.FAILED;
            case RECEIVED, PROCESSING, ORPHANED -> EventStatus.PROCESSING;
            case DUPLICATE_REUSED -> EventStatus.DUPLICATE_REUSED;
        };
        return told.wireName();
    }

    /** An event with its side effects. */
    @RegisterForReflection
    public record WithEffects(@JsonUnwrapped EventView event, Effects effects) {}
}
