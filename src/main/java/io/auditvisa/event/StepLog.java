package io.auditvisa.event;

import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Writes the one structured line per step that AV-14.4 names; the names below are fixed. Never a body, secret or e-mail. */
public final class StepLog {

    private static final Logger LOG = Logger.getLogger("auditvisa.step");

    private StepLog() {}

    /** The steps of AV-14.4. */
    public enum Step {
        event_received,
        event_processing_started,
        event_processed,
        event_duplicate_reused,
        event_failed,
        event_orphaned,
        delivery_written,
        telegram_notified
    }

    /** One line: the step's name, then {@code event_id}, {@code ref}, {@code source}, {@code request_id} and the details. */
    public static void log(Step step, EventKey key, @Nullable String requestId, Object... details) {
        StringBuilder line = new StringBuilder(160)
                .append(step.name())
                .append(" event_id=")
                .append(key.eventId())
                .append(" ref=")
                .append(key.ref())
                .append(" source=")
                .append(key.source());
        if (requestId != null) {
            line.append(" request_id=").append(requestId);
        }
        for (int i = 0; i + 1 < details.length; i += 2) {
            line.append(' ').append(details[i]).append('=').append(details[i + 1]);
        }
        LOG.info(line);
    }
}
