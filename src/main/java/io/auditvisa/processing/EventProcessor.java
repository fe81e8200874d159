package io.auditvisa.processing;

import io.auditvisa.event.IncomingEvent;
import jakarta.enterprise.context.ApplicationScoped;

/** The only place that locks and changes an event. */
@ApplicationScoped
public class EventProcessor {

    /** Processes one verified arrival to its one official result, or reuses it. Blocks; never throws for expected trouble. */
    public Outcome process(IncomingEvent incoming) {
        throw new UnsupportedOperationException(incoming.key().ref());
    }
}
