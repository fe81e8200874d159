package io.auditvisa.processing;

import io.auditvisa.event.EventRow;

/**
 * What an arrival leads to, before its claim is written.
 *
 * @param conflict its content differs from what the first arrival brought (GO-1)
 */
record Decision(Kind kind, boolean conflict) {

    enum Kind {
        STARTED,
        ENDED,
        REUSED,
        RUNNING,
        RUNNING_STORED,
        RESTING
    }

    /** The same with the row as the claim has written it. */
    Settled settled(EventRow row) {
        return switch (kind) {
            case STARTED -> new Settled.Started(row, conflict);
            case ENDED -> new Settled.Ended(row, conflict);
            case REUSED -> new Settled.Reused(row, conflict);
            case RUNNING -> new Settled.Running(row, conflict, false);
            case RUNNING_STORED -> new Settled.Running(row, conflict, true);
            case RESTING -> new Settled.Resting(row, conflict);
        };
    }
}
