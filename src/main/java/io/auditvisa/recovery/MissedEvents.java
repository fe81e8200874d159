package io.auditvisa.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.Sha256;
import io.auditvisa.event.StepLog;
import io.auditvisa.processing.EventProcessor;
import io.auditvisa.processing.Events;
import io.auditvisa.processing.Outcome;
import io.auditvisa.recovery.StripeReconciler.End;
import io.auditvisa.source.Reading;
import io.auditvisa.source.Source;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Takes events in that were fetched from the provider and are not known here; a known key gets no arrival and no comparison. */
@ApplicationScoped
class MissedEvents {

    private static final Logger LOG = Logger.getLogger(MissedEvents.class);

    /** What stands in the arrival where others have the scheme of their signature. */
    static final String SIGNATURE = "api";

    private static final String FINGERPRINT = Sha256.hexOf("GET /v1/events");

    private final Events events;
    private final EventProcessor processor;
    private final ObjectMapper json;
    private final Clock clock;

    MissedEvents(Events events, EventProcessor processor, ObjectMapper json, Clock clock) {
        this.events = events;
        this.processor = processor;
        this.json = json;
        this.clock = clock;
    }

    /** What has been seen of a list so far. */
    static final class Tally {
        private static final int SHOWN = 100;
        private int listed;
        private final List<String> missed = new ArrayList<>();
        private @Nullable String lastId;
        private @Nullable Instant oldest;

        private void saw(String id, @Nullable Instant created) {
            listed++;
            lastId = id;
            if (created != null && (oldest == null || created.isBefore(oldest))) {
                oldest = created;
            }
        }

        @Nullable
        String lastId() {
            return lastId;
        }

        Instant oldest(Instant otherwise) {
            return oldest == null ? otherwise : oldest;
        }

        Reconciliation report(String source, Instant from, Instant to) {
            String gaps = "no gaps from " + from + " to " + to;
            return new Reconciliation(
                    source,
                    from,
                    to,
                    listed,
                    listed - missed.size(),
                    missed.size(),
                    missed.stream().limit(SHOWN).toList(),
                    missed.isEmpty() ? gaps : missed.size() + " missed events processed, " + gaps);
        }
    }

    /** Goes through one page; an end when the comparison cannot go on. */
    Optional<End> process(Source source, List<String> page, Tally tally) {
        for (String text : page) {
            JsonNode event = read(text);
            String id = event.path("id").asText();
            tally.saw(
                    id,
                    event.path("created").canConvertToLong()
                            ? Instant.ofEpochSecond(event.path("created").asLong())
                            : null);
            if (!isWanted(source, event, id)) {
                continue;
            }
            Optional<IncomingEvent> incoming = take(source, text);
            if (incoming.isPresent()) {
                if (processor.process(incoming.get()) instanceof Outcome.Unavailable none) {
                    return Optional.of(
                            none.code().equals("source_paused")
                                    ? new End.Paused()
                                    : new End.Incomplete(none.detail(), Duration.ofSeconds(none.retryAfterSeconds())));
                }
                tally.missed.add(incoming.get().key().ref());
            }
        }
        return Optional.empty();
    }

    /** What became of one fetched event. */
    enum Fetched {
        /** It is stored, now or already. */
        STORED,
        /** It cannot be an event of this source. */
        NOT_OURS,
        /** It could not be stored now. */
        NOT_NOW
    }

    /** Processes one fetched event unless it is known. */
    Fetched process(Source source, String text) {
        Optional<IncomingEvent> incoming = take(source, text);
        if (incoming.isEmpty()) {
            return Fetched.NOT_OURS;
        }
        boolean known = events.byKey(incoming.get().key()).isPresent();
        return known || !(processor.process(incoming.get()) instanceof Outcome.Unavailable)
                ? Fetched.STORED
                : Fetched.NOT_NOW;
    }

    private JsonNode read(String text) {
        try {
            return json.readTree(text);
        } catch (IOException unreadable) {
            return json.nullNode();
        }
    }

    /** Stripe lists every event of the account; wanted are those that earn something here and have not arrived. */
    private boolean isWanted(Source source, JsonNode event, String id) {
        return EventKey.isValidEventId(id)
                && !source.policy()
                        .rules()
                        .effectsOf(event.path("type").asText())
                        .isEmpty()
                && events.byKey(new EventKey(source.name(), id)).isEmpty();
    }

    private Optional<IncomingEvent> take(Source source, String text) {
        IncomingEvent.Receipt receipt = new IncomingEvent.Receipt(
                UUID.randomUUID().toString(),
                clock.instant().truncatedTo(ChronoUnit.MICROS),
                null,
                SIGNATURE,
                FINGERPRINT);
        return switch (source.read(text.getBytes(StandardCharsets.UTF_8), null, receipt)) {
            case Reading.Refused refused -> {
                LOG.warnf("an event in the list of %s is none: %s", source.name(), refused.detail());
                yield Optional.empty();
            }
            case Reading.Understood(IncomingEvent event) -> {
                Failure refusal = event.refusal();
                if (refusal != null && refusal.code().equals("livemode_mismatch")) {
                    yield Optional.empty(); // the key is of the other mode: nothing of this list is ours
                }
                StepLog.log(StepLog.Step.event_received, event.key(), receipt.requestId(), "signature", SIGNATURE);
                yield Optional.of(event);
            }
        };
    }
}
