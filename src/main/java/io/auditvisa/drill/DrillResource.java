package io.auditvisa.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.access.Roles;
import io.auditvisa.api.Problem;
import io.auditvisa.api.ProblemException;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.StrictJson;
import io.auditvisa.source.Source;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code POST /api/v1/drills}: the forced replay, by a person (IO-9). */
@Path("/api/v1/drills")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
@Tag(name = "drill")
@RolesAllowed(Roles.OPERATOR)
public class DrillResource {

    private static final int DEFAULT_REPLAYS = 3;
    private static final int MOST_REPLAYS = 100;

    private final ReplayDrill drill;
    private final DrillEvents events;

    DrillResource(ReplayDrill drill, DrillEvents events) {
        this.drill = drill;
        this.events = events;
    }

    /**
     * {@code {}}: the newest processed event of each source that has one; {@code {"source", "event_id", "replays"?}}: that one.
     * Nothing is sent before it is clear for every event that it can be: what cannot is skipped and listed, and refused when
     * nothing is left.
     */
    @POST
    @RunOnVirtualThread
    @Operation(summary = "Replays events through the own port, freshly signed, and proves that nothing doubled")
    public DrillReport run(byte[] body) {
        ObjectNode request = parse(body);
        int replays = replays(request.path("replays"));
        List<Chosen> chosen = choose(text(request, "source"), text(request, "event_id"));
        List<Chosen> replayable = new ArrayList<>();
        List<DrillReport.Skipped> skipped = new ArrayList<>();
        for (Chosen one : chosen) {
            drill.obstacle(one.source(), one.event()).ifPresentOrElse(skipped::add, () -> replayable.add(one));
        }
        if (replayable.isEmpty() && !skipped.isEmpty()) {
            DrillReport.Skipped first = skipped.getFirst();
            throw new ProblemException(409, first.code(), first.detail());
        }
        return DrillReport.of(
                replayable.stream()
                        .map(one -> drill.run(one.source(), one.event(), replays))
                        .toList(),
                skipped);
    }

    private record Chosen(Source source, DrillEvents.Candidate event) {}

    private List<Chosen> choose(@Nullable String source, @Nullable String eventId) {
        if (source == null && eventId == null) {
            return drill.sources().all().stream()
                    .flatMap(each -> events.newestProcessed(each.name()).map(event -> new Chosen(each, event)).stream())
                    .toList();
        }
        if (source == null || eventId == null) {
            throw new ProblemException(400, "parameter_invalid", "source and event_id go together");
        }
        return List.of(new Chosen(known(source), processed(source, eventId)));
    }

    private Source known(String name) {
        return drill.sources()
                .find(name)
                .orElseThrow(() -> new ProblemException(404, "source_unknown", "source " + name + " is not known"));
    }

    private DrillEvents.Candidate processed(String source, String eventId) {
        Optional<DrillEvents.Candidate> found = events.find(source, eventId);
        DrillEvents.Candidate event = found.orElseThrow(() -> ProblemException.notFound("event " + eventId));
        if (event.imported()) {
            throw new ProblemException(409, "payload_erased", "an imported event has no payload to send again");
        }
        if (!event.status().equals("processed")) {
            throw new ProblemException(
                    409, "not_processed", event.ref() + " is " + event.status() + "; a drill replays finished events");
        }
        return event;
    }

    private static ObjectNode parse(byte[] body) {
        if (body.length == 0) {
            return CanonicalJson.object();
        }
        return switch (StrictJson.parse(body)) {
            case StrictJson.Parsed parsed -> parsed.root();
            case StrictJson.Refused refused -> throw new ProblemException(400, "request_invalid", refused.reason());
        };
    }

    private static int replays(JsonNode replays) {
        if (replays.isMissingNode()) {
            return DEFAULT_REPLAYS;
        }
        if (!replays.isIntegralNumber()
                || !replays.canConvertToInt()
                || replays.intValue() < 1
                || replays.intValue() > MOST_REPLAYS) {
            throw new ProblemException(400, "parameter_invalid", "replays is an integer from 1 to " + MOST_REPLAYS);
        }
        return replays.intValue();
    }

    private static @Nullable String text(ObjectNode request, String member) {
        JsonNode value = request.path(member);
        if (!value.isMissingNode() && !value.isTextual()) {
            throw new ProblemException(400, "parameter_invalid", member + " is no string");
        }
        return value.textValue();
    }
}
