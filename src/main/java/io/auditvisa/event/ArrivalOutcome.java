package io.auditvisa.event;

import java.util.Locale;

/** What one arrival of an event led to. */
public enum ArrivalOutcome {
    /** The first formal arrival: it made the event. */
    FIRST,
    /** A repeat that started another run of a failed or cut-off event. */
    RETRIED,
    /** A repeat that reused what there is (AV-5.5). */
    DUPLICATE_REUSED,
    /** A repeat answered while the run was still at work (AV-5.6). */
    IN_PROGRESS,
    /** Same id, different content (GO-1). */
    CONFLICT;

    /** The name in database and JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
