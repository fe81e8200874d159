package io.auditvisa.processing;

import io.auditvisa.event.EventRecord;

/** How the processing of one arrival ended; everything but {@link Unavailable} has stored the arrival. */
public sealed interface Outcome {

    /** This arrival's run made the official result: 200, {@code processed}. */
    record Processed(EventRecord record, boolean conflict) implements Outcome {}

    /** The result was there already, or belongs to a twin: 200, {@code duplicate_reused} (AV-5.5). */
    record Reused(EventRecord record, boolean conflict) implements Outcome {}

    /** A business refusal, an abandoned event, or one that waits for a person: 200, {@code failed}; {@code record.failure()} says why. */
    record Failed(EventRecord record, boolean conflict) implements Outcome {}

    /** Stored and still at work, or the sweeper goes on: 202, {@code processing} (AV-5.6). */
    record Pending(EventRecord record, boolean conflict, int retryAfterSeconds) implements Outcome {}

    /**
     * Nothing stored, the sender retries: 503.
     *
     * @param code {@code source_paused}, {@code database_unavailable}, {@code storage_unavailable} or {@code overloaded}
     */
    record Unavailable(String code, String detail, int retryAfterSeconds) implements Outcome {}
}
