package io.auditvisa.processing;

import io.auditvisa.event.EventKey;
import io.auditvisa.event.IncomingEvent;
import java.util.UUID;

/**
 * A verified arrival that wants to be stored.
 *
 * @param incoming what arrived
 * @param runId owner of the run, should this arrival start one; fixed per request, so a lost COMMIT answer can be told
 * @param storeIfRunning false: come back later when a run is at work; true: the wait is over, store it as in progress
 * @param known its event has been found at work: it is no new one
 * @param again the claim is run again after an unknown COMMIT: look the request up first
 */
record Arrival(IncomingEvent incoming, UUID runId, boolean storeIfRunning, boolean known, boolean again) {

    static Arrival of(IncomingEvent incoming) {
        return new Arrival(incoming, UUID.randomUUID(), false, false, false);
    }

    EventKey key() {
        return incoming.key();
    }

    Arrival ofKnownEvent() {
        return new Arrival(incoming, runId, storeIfRunning, true, again);
    }

    Arrival withWaitOver() {
        return new Arrival(incoming, runId, true, known, again);
    }

    Arrival onceMore() {
        return new Arrival(incoming, runId, storeIfRunning, known, true);
    }
}
