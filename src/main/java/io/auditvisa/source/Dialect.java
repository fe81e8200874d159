package io.auditvisa.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.Effect;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a kind of sender writes events. Wrong types of optional members count as absent; nothing here throws for content. */
public interface Dialect {

    /** The event id, from signed content only (AV-4.1); null when there is none. */
    @Nullable
    String eventId(ObjectNode root, @Nullable String signedId);

    /** Top-level members that a provider changes between retries; not part of the content hash (AV-4.2). */
    Set<String> unstableMembers();

    /** Reads the business out of the content. */
    Interpretation interpret(Subject subject);

    /**
     * What is to be interpreted.
     *
     * @param source the source's name
     * @param eventId the valid event id
     * @param type the event type
     * @param root the content
     * @param earned the effects of the type's rule
     * @param targets target policy
     */
    record Subject(
            String source, String eventId, String type, ObjectNode root, Set<Effect> earned, TargetPolicy targets) {}
}
