package io.auditvisa.processing;

import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.auditvisa.event.HistoryChain;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the last statement of a run writes to the event. */
record Ending(
        EventStatus status,
        String reason,
        byte @Nullable [] runHash,
        @Nullable Long ledgerEntryId,
        @Nullable Long inboxLineId,
        @Nullable Failure failure,
        int technicalFailures,
        @Nullable Instant nextTry) {

    /** Why an event is processed, in its history. */
    static final String OFFICIAL_RESULT = "official result";

    /** The line of the history that ends a run. */
    static byte[] transition(EventKey key, Instant at, UUID run, EventStatus status, String reason) {
        return HistoryChain.transitionRow(key, at, EventStatus.PROCESSING, status, "run " + run, reason);
    }

    static Ending processed(EventRow row, Effects.Made made) {
        return new Ending(
                EventStatus.PROCESSED,
                OFFICIAL_RESULT,
                made.runHash(),
                made.ledgerEntryId(),
                made.inboxLineId(),
                null,
                row.run().technicalFailures(),
                null);
    }

    /** A business refusal waits for a new arrival or a person. */
    static Ending refused(EventRow row, Failure failure) {
        return failed(failure, row.run().technicalFailures(), null);
    }

    /** A technical failure; no next try: a person must look. */
    static Ending technical(Failure failure, int technicalFailures, @Nullable Instant nextTry) {
        return failed(failure, technicalFailures, nextTry);
    }

    private static Ending failed(Failure failure, int technicalFailures, @Nullable Instant nextTry) {
        String reason = failure.code() + ": " + failure.detail();
        return new Ending(EventStatus.FAILED, reason, null, null, null, failure, technicalFailures, nextTry);
    }
}
