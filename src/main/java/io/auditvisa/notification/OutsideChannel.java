package io.auditvisa.notification;

import java.util.UUID;

/** One peer that is called after commit: where its intent rows are and how it is called. */
public interface OutsideChannel {

    /**
     * A claimed intent: this run alone may call, until its deadline.
     *
     * @param id primary key of the intent row
     * @param event primary key of the event's row
     * @param run the run that owns the attempt
     * @param attempts number of this attempt, from 1
     */
    record Call(long id, long event, UUID run, int attempts) {}

    /** Name of the table that holds the intents; it has the columns of {@code notification}. */
    String table();

    /** Whether there is a peer to call at all. */
    boolean isConfigured();

    /** When a machine may call again. */
    RepeatRule repeatRule();

    /** How many calls may be under way at once. */
    int parallelCalls();

    /** Makes the call; at most {@link OutsideHttp#CALL_TIMEOUT} long, with no connection to the database held. */
    CallResult call(Call call);

    /** A call's end is recorded; for a line in the log. */
    default void settled(Call call, CallState state) {}

    /** What else is to be done at each sweep, after the calls; nothing by default. */
    default void sweep() {}
}
