package io.auditvisa.audit;

import io.auditvisa.api.ProblemException;
import io.auditvisa.event.EventRecords;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The record of an event with its verdict, for those who act on it. */
@ApplicationScoped
public class EventJudge {

    private final Snapshot snapshot;
    private final AuditReader audit;

    public EventJudge(Snapshot snapshot, AuditReader audit) {
        this.snapshot = snapshot;
        this.audit = audit;
    }

    /**
     * An event as it stands.
     *
     * @param verdict {@link Verdict#wireName()}
     * @param findings a sentence for each inconsistency
     */
    public record Judged(EventView event, String verdict, List<String> findings) {}

    /** Judges the event with this ref; a 404 problem when there is none. */
    public Judged judge(String ref) {
        return snapshot.read(connection -> {
            EventRecords.Found found =
                    EventRecords.byRef(connection, ref).orElseThrow(() -> ProblemException.notFound("this event"));
            AuditAnswer answer = audit.read(connection, found);
            return new Judged(EventView.of(found), answer.verdict(), answer.findings());
        });
    }
}
