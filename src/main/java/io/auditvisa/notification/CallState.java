package io.auditvisa.notification;

import java.util.Locale;

/** The states of an outside call (GO-5). */
public enum CallState {
    /** To be called, for the first time or again; nothing can have been accepted. */
    INTENDED,
    /** A run is calling; committed before the call. */
    ATTEMPTING,
    /** Acknowledged by the peer; final. */
    SENT,
    /** The answer was lost: the peer may have accepted it. Called again only where the peer drops repeats by id. */
    UNKNOWN,
    /** Refused by the peer for good; final. */
    FAILED,
    /** There was nobody to call when the event was processed; final. */
    DISABLED;

    /** The name in database and JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
