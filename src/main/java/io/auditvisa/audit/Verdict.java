package io.auditvisa.audit;

import java.util.Locale;

/** Whether an event's side effects are what its state calls for (AV-12.2, question 7). */
public enum Verdict {
    /** Exactly what the state calls for, each once; a conflict or a rejection does not change that. */
    CONSISTENT,
    /** Not finished, and a machine goes on with it. */
    REPAIRING,
    /** A call to the outside whose answer was lost: whether it took effect is not known here (GO-5). */
    UNKNOWN_EXTERNAL,
    /** Something is missing, doubled, damaged or changed. */
    INCONSISTENT;

    /** The name in JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
