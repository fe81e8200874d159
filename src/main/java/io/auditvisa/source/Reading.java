package io.auditvisa.source;

import io.auditvisa.event.IncomingEvent;

/** What became of an authentic body. */
public sealed interface Reading {

    /** Well-formed: an event, perhaps one that business refuses. */
    record Understood(IncomingEvent event) implements Reading {}

    /**
     * Not well-formed: no event, no arrival, no key.
     *
     * @param code {@code payload_invalid} or {@code event_id_invalid}
     * @param detail why; quotes nothing of the body
     */
    record Refused(String code, String detail) implements Reading {}
}
