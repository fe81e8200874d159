package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.IncomingEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A new event on the direct way: what its first transaction writes, with ids drawn beforehand, so that every row is written
 * once and in its final form.
 *
 * @param arrival the first arrival
 * @param event id for its row
 * @param line id for the inbox line of its message; null without a message
 * @param now database time, read after the locks
 * @param entry id of the debit of its message, once it is planned
 */
record Birth(
        Arrival arrival,
        long event,
        @Nullable Long line,
        Instant now,
        @Nullable Long entry) {

    /** The rows of the event itself. */
    record Rows(EventRow row, History history) {}

    IncomingEvent incoming() {
        return arrival.incoming();
    }

    /** The account that pays for its message. */
    String account() {
        return Objects.requireNonNull(incoming().business().account());
    }

    /** With its debit, at the time the debits of the transaction have. */
    Birth debited(long id, Instant at) {
        return new Birth(arrival, event, line, at, id);
    }

    /** A certificate is made by a run of its own, with no connection held; all else is rows and ends at once. */
    boolean endsAtOnce() {
        return !incoming().effects().contains(Effect.CERTIFICATE);
    }

    Rows rows(Pinning pinning, Duration grace) {
        History history = History.ofNew(incoming().key(), event);
        history.arrival(incoming(), ArrivalOutcome.FIRST, List.of());
        history.transition(now, EventStatus.RECEIVED, EventStatus.PROCESSING, "sender", "first arrival");
        if (endsAtOnce()) {
            String actor = "run " + arrival.runId();
            history.transition(now, EventStatus.PROCESSING, EventStatus.PROCESSED, actor, Ending.OFFICIAL_RESULT);
        }
        return new Rows(row(pinning, grace, history.after()), history);
    }

    private EventRow row(Pinning pinning, Duration grace, EventRow.History history) {
        IncomingEvent incoming = incoming();
        Instant dueAt = endsAtOnce() ? null : now.plus(grace);
        return new EventRow(
                event,
                incoming.key(),
                incoming.type(),
                incoming.livemode(),
                incoming.payload().apiVersion(),
                endsAtOnce() ? EventStatus.PROCESSED : EventStatus.PROCESSING,
                null,
                pins(pinning),
                incoming.business(),
                incoming.payload().payloadHash(),
                incoming.payload().contentHash(),
                new EventRow.Run(arrival.runId(), 1, 0, dueAt, null),
                new EventRow.Result(null, null, null, entry, line, false, endsAtOnce() ? now : null),
                now,
                now,
                history);
    }

    private EventRow.Pins pins(Pinning pinning) {
        return new EventRow.Pins(
                pinning.newSlug(),
                now,
                pinning.baseUrl(),
                pinning.keyId(),
                pinning.rendererVersion(),
                Effect.join(incoming().effects()),
                incoming().withheld(),
                null);
    }

    /** The parameters of {@link EventSql#INSERT_NEW}. */
    static @Nullable Object[] parameters(EventRow row, byte[] payload) {
        List<@Nullable Object> values = new ArrayList<>();
        values.addAll(Arrays.asList(
                row.id(), row.key().source(), row.key().eventId(), row.key().ref(), row.type()));
        values.addAll(
                Arrays.asList(row.livemode(), row.apiVersion(), row.status().wireName()));
        EventRow.Pins pins = row.pins();
        values.addAll(Arrays.asList(pins.slug(), pins.issuedAt(), pins.baseUrl(), pins.keyId()));
        values.addAll(Arrays.asList(pins.rendererVersion(), pins.effects(), pins.withheld()));
        NewEvent.addBusiness(values, row.business());
        values.addAll(Arrays.asList(payload, row.payloadHash(), row.contentHash()));
        values.addAll(
                Arrays.asList(row.run().runId(), row.run().attempt(), row.run().dueAt()));
        values.addAll(Arrays.asList(row.result().ledgerEntryId(), row.result().inboxLineId()));
        values.addAll(
                Arrays.asList(row.createdAt(), row.updatedAt(), row.result().firstProcessedAt()));
        EventRow.History history = row.history();
        values.addAll(Arrays.asList(history.arrivals(), history.transitions(), history.length(), history.head()));
        return values.toArray();
    }
}
