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

    /**
     * Replays one event.
     *
     * @throws ProblemException 409 {@code source_paused}, {@code payload_erased}, {@code cannot_sign}
     */
    DrillReport.Drill run(Source source, DrillEvents.Candidate event, int replays) {
        if (states.isPaused(source.name())) {
            throw new ProblemException(409, "source_paused", "source " + source.name() + " is paused");
        }
        byte[] payload = event.payload();
        if (payload == null) {
            throw new ProblemException(
                    409, "payload_erased", "the payload of " + event.ref() + " is not kept, it cannot be sent again");
        }
        DrillReport.Counts before = events.counts(event.id());
        for (int i = 0; i < replays; i++) {
            send(source, event, payload);
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

    private void send(Source source, DrillEvents.Candidate event, byte[] payload) {
        Map<String, String> signed = source.gate()
                .scheme()
                .sign(event.eventId(), payload, clock.instant())
                .orElseThrow(() -> new ProblemException(
                        409, "cannot_sign", "source " + source.name() + " has only public keys, nothing to sign with"));
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
        String host = config.getOptionalValue("quarkus.http.host", String.class)
                .filter(name -> !name.equals("0.0.0.0") && !name.equals("::"))
                .orElse("127.0.0.1");
        int port = config.getOptionalValue("quarkus.http.port", Integer.class).orElse(8080);
        return URI.create("http://" + host + ":" + port + "/webhooks/" + source);
    }
}
