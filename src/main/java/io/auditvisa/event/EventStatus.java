package io.auditvisa.event;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The states of an event (AV-6) and the one table of the changes allowed between them. */
public enum EventStatus {
    /** Stored, formal processing not begun. */
    RECEIVED,
    /** A formal run is at work, or was and has died. */
    PROCESSING,
    /** The official result exists; final. */
    PROCESSED,
    /** The event reuses the result of another one (GO-2); final. */
    DUPLICATE_REUSED,
    /** No valid result; may be tried again. */
    FAILED,
    /** Files were published and the record is missing; recovery completes it (AV-11). */
    ORPHANED;

    /** The name in database and JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of this wire name; throws when there is none. */
    public static EventStatus ofWireName(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The states that may follow this one. */
    public Set<EventStatus> next() {
        return switch (this) {
            case RECEIVED -> EnumSet.of(PROCESSING, DUPLICATE_REUSED, FAILED);
            // PROCESSING again: a dead run is taken over by another one
            case PROCESSING -> EnumSet.of(PROCESSING, PROCESSED, FAILED, ORPHANED);
            case ORPHANED, FAILED -> EnumSet.of(PROCESSING, FAILED);
            case PROCESSED, DUPLICATE_REUSED -> EnumSet.noneOf(EventStatus.class);
        };
    }

    /** Throws when the change is not in the table: a broken invariant, not an expected outcome. */
    public EventStatus to(EventStatus target) {
        if (!next().contains(target)) {
            throw new IllegalStateException("no way from " + this + " to " + target);
        }
        return target;
    }
}
