package io.auditvisa.drill;

import io.auditvisa.api.ProblemException;
import io.auditvisa.processing.SourceStates;
import io.auditvisa.source.Source;
import io.auditvisa.source.Sources;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** Sends a stored event again, freshly signed, through the own listening port, and counts what there is before and after. */
@ApplicationScoped
class ReplayDrill {

    private static final Logger LOG = Logger.getLogger(ReplayDrill.class);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

    private final Sources sources;
    private final SourceStates states;
    private final DrillEvents events;
    private final Clock clock;
    private final Config config;

    ReplayDrill(Sources sources, SourceStates states, DrillEvents events, Clock clock, Config config) {
        this.sources = sources;
        this.states = states;
        this.events = events;
        this.clock = clock;
        this.config = config;
    }

    /** Why the event cannot be sent again now; to be asked for every event of a drill before the first is sent. */
    Optional<DrillReport.Skipped> obstacle(Source source, DrillEvents.Candidate event) {
        if (states.isPaused(source.name())) {
            return skipped(source, event, "source_paused", "source " + source.name() + " is paused");
        }
        byte[] payload = event.payload();
        if (payload == null) {
            String why = "the payload of " + event.ref() + " is not kept, it cannot be sent again";
            return skipped(source, event, "payload_erased", why);
        }
        return sign(source, event, payload).isPresent()
                ? Optional.empty()
                : skipped(
                        source,
                        event,
                        "cannot_sign",
                        "source " + source.name() + " has only public keys, nothing to sign with");
    }

    private static Optional<DrillReport.Skipped> skipped(
            Source source, DrillEvents.Candidate event, String code, String detail) {
        return Optional.of(new DrillReport.Skipped(source.name(), event.eventId(), code, detail));
    }

    /** Replays one event that has no {@link #obstacle}. */
    DrillReport.Drill run(Source source, DrillEvents.Candidate event, int replays) {
        DrillReport.Counts before = events.counts(event.id());
        for (int i = 0; i < replays; i++) {
            send(source, event);
        }
        DrillReport.Counts after = events.counts(event.id());
        return new DrillReport.Drill(
                source.name(),
                event.eventId(),
                event.ref(),
                replays,
                after.follows(before, replays),
                before,
                after,
                events.ledgerEntryIds(event.id()),
                events.inboxLineIds(event.id()));
    }

    Sources sources() {
        return sources;
    }

    private Optional<Map<String, String>> sign(Source source, DrillEvents.Candidate event, byte[] payload) {
        return source.gate().scheme().sign(event.eventId(), payload, clock.instant());
    }

    private void send(Source source, DrillEvents.Candidate event) {
        byte[] payload = Objects.requireNonNull(event.payload(), "asked before: obstacle");
        Map<String, String> signed = sign(source, event, payload).orElseThrow();
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint(source.name()))
                .timeout(LONGEST_ANSWER)
                .header("Content-Type", "application/json")
                .header("User-Agent", "AuditVisa replay drill")
                .POST(HttpRequest.BodyPublishers.ofByteArray(payload));
        signed.forEach(request::header);
        try (HttpClient client = HttpClient.newHttpClient()) {
            int status = client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            LOG.infof("drill replayed %s: %d", event.ref(), status);
        } catch (IOException failure) {
            throw new ProblemException(503, "drill_failed", "the own port did not answer: " + failure.getMessage(), 5);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProblemException(503, "drill_failed", "the drill was interrupted", 5);
        }
    }

    /** The port that this process really listens on: Quarkus puts a random one back into the configuration. */
    private URI endpoint(String source) {
        String host = config.getOptionalValue("quarkus.http.host", String.class).orElse("");
        int port = config.getOptionalValue("quarkus.http.port", Integer.class).orElse(8080);
        return OwnPort.webhook(host, port, source);
    }
}
