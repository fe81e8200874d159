package io.auditvisa.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.IncomingEvent.Receipt;
import io.auditvisa.event.Payload;
import io.auditvisa.event.Sha256;
import io.auditvisa.event.StrictJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One configured sender of events (AV-2.2).
 *
 * @param name {@code [a-z][a-z0-9-]*}
 * @param kind signatures and dialect
 * @param gate lets requests in
 * @param dialect reads their content
 * @param policy what the sender may have
 * @param secretFingerprints beginning of the SHA-256 of each active secret, to compare configurations by
 * @param requestsPerSecond more are answered 429; 0 is no limit
 */
public record Source(
        String name,
        SourceKind kind,
        Gate gate,
        Dialect dialect,
        Policy policy,
        List<String> secretFingerprints,
        int requestsPerSecond) {

    /** Code of a body that is no event. */
    public static final String PAYLOAD_INVALID = "payload_invalid";

    /** Code of an event without a usable id. */
    public static final String EVENT_ID_INVALID = "event_id_invalid";

    /**
     * Reads an authentic body; the provider's dialect ends here.
     *
     * @param signedId the event id where it is a signed header
     */
    public Reading read(byte[] body, @Nullable String signedId, Receipt receipt) {
        return switch (StrictJson.parse(body)) {
            case StrictJson.Refused refused -> new Reading.Refused(PAYLOAD_INVALID, refused.reason());
            case StrictJson.Parsed parsed -> read(parsed.root(), body, signedId, receipt);
        };
    }

    private Reading read(ObjectNode root, byte[] body, @Nullable String signedId, Receipt receipt) {
        String type = Members.text(root, "type");
        if (type == null) {
            return new Reading.Refused(PAYLOAD_INVALID, "the member type is missing or no string");
        }
        String eventId = dialect.eventId(root, signedId);
        if (eventId == null || !EventKey.isValidEventId(eventId)) {
            return new Reading.Refused(
                    EVENT_ID_INVALID, "the event id is missing or not 1 to 255 characters of A-Z a-z 0-9 _ . : -");
        }
        Interpretation read = dialect.interpret(
                new Dialect.Subject(name, eventId, type, root, policy.rules().effectsOf(type), policy.targets()));
        Boolean livemode = Members.bool(root, "livemode");
        Failure modeRefusal = policy.refusalOfMode(livemode).orElse(null);
        return new Reading.Understood(new IncomingEvent(
                new EventKey(name, eventId),
                type,
                livemode,
                payload(root, body),
                read.business(),
                read.effects(),
                modeRefusal == null ? read.refusal() : modeRefusal,
                modeRefusal == null ? read.fact() : null,
                modeRefusal == null ? read.canonicalRef() : null,
                policy.withheld(),
                receipt));
    }

    private Payload payload(ObjectNode root, byte[] body) {
        String apiVersion = Members.text(root, "api_version");
        root.remove(dialect.unstableMembers());
        return new Payload(
                body, Sha256.of(body), Sha256.of(CanonicalJson.bytes(root)), dialect.unstableMembers(), apiVersion);
    }
}
