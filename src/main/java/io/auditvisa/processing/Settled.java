package io.auditvisa.processing;

import io.auditvisa.event.EventRow;

/** What the claim made of an arrival; {@code row} is the event as the claim left it. */
sealed interface Settled {

    /** The event as this transaction left it. */
    EventRow row();

    /** Same id, different content (GO-1). */
    boolean conflict();

    /** Stored; the event was finished, or is a twin of another one. */
    record Reused(EventRow row, boolean conflict) implements Settled {}

    /** Stored; the run is this arrival's to carry out. */
    record Started(EventRow row, boolean conflict) implements Settled {}

    /** Stored, and its run, of rows alone, has ended in the same transaction. */
    record Ended(EventRow row, boolean conflict) implements Settled {}

    /** Another run is at work; {@code stored} only when the arrival said that its wait is over. */
    record Running(EventRow row, boolean conflict, boolean stored) implements Settled {}

    /** Stored; the event failed and only a person, or another replica, may go on. */
    record Resting(EventRow row, boolean conflict) implements Settled {}
}
