package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.IncomingEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows to append to one event's history, under its row lock. */
final class History {

    static final String ARRIVAL =
            "INSERT INTO arrival (event, number, history_number, request_id, outcome, arrived_at, row_bytes, hash)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    static final String TRANSITION = "INSERT INTO transition (event, number, history_number, at, row_bytes, hash)"
            + " VALUES (?, ?, ?, ?, ?, ?)";

    private final EventKey key;
    private final long event;
    private int length;
    private byte[] head;
    private final int arrivalsBefore;
    private final int transitionsBefore;
    private final List<Object[]> arrivals = new ArrayList<>();
    private final List<Object[]> transitions = new ArrayList<>();

    History(EventRow row) {
        this(row.key(), row.id(), row.history());
    }

    /** The history of an event that is about to be made. */
    static History ofNew(EventKey key, long event) {
        return new History(key, event, new EventRow.History(0, 0, 0, HistoryChain.genesis()));
    }

    private History(EventKey key, long event, EventRow.History before) {
        this.key = key;
        this.event = event;
        length = before.length();
        head = before.head();
        arrivalsBefore = before.arrivals();
        transitionsBefore = before.transitions();
    }

    void arrival(IncomingEvent incoming, ArrivalOutcome outcome, List<String> differs) {
        byte[] bytes = HistoryChain.arrivalRow(incoming, outcome, differs);
        append(bytes);
        IncomingEvent.Receipt receipt = incoming.receipt();
        int number = arrivalsBefore + arrivals.size() + 1;
        arrivals.add(new Object[] {
            event, number, length, receipt.requestId(), outcome.wireName(), receipt.arrivedAt(), bytes, head
        });
    }

    void transition(Instant at, EventStatus from, EventStatus to, String actor, String reason) {
        append(at, HistoryChain.transitionRow(key, at, from, from.to(to), actor, reason));
    }

    /** Not a change of state, so not in the table of changes: both states of the row are the one the event is in. */
    void note(Instant at, EventStatus status, String actor, String what) {
        append(at, HistoryChain.transitionRow(key, at, status, status, actor, what));
    }

    private void append(Instant at, byte[] bytes) {
        append(bytes);
        int number = transitionsBefore + transitions.size() + 1;
        transitions.add(new Object[] {event, number, length, at, bytes, head});
    }

    private void append(byte[] row) {
        head = HistoryChain.next(head, row);
        length++;
    }

    boolean isEmpty() {
        return arrivals.isEmpty() && transitions.isEmpty();
    }

    /** Parameters of {@link #ARRIVAL}, a row each. */
    List<Object[]> arrivals() {
        return arrivals;
    }

    /** Parameters of {@link #TRANSITION}, a row each. */
    List<Object[]> transitions() {
        return transitions;
    }

    /** Counters and head with these rows. */
    EventRow.History after() {
        return new EventRow.History(
                arrivalsBefore + arrivals.size(), transitionsBefore + transitions.size(), length, head);
    }

    /** All inserts as one text, each ended by a semicolon. */
    String sql() {
        return (ARRIVAL + ";\n").repeat(arrivals.size()) + (TRANSITION + ";\n").repeat(transitions.size());
    }

    /** The parameters of {@link #sql}, then arrivals, transitions, length and head for the event row, then {@code more}. */
    @Nullable
    Object[] parametersThen(@Nullable Object... more) {
        List<@Nullable Object> all = new ArrayList<>();
        arrivals.forEach(row -> all.addAll(Arrays.asList(row)));
        transitions.forEach(row -> all.addAll(Arrays.asList(row)));
        EventRow.History after = after();
        all.addAll(List.of(after.arrivals(), after.transitions(), after.length(), after.head()));
        all.addAll(Arrays.asList(more));
        return all.toArray();
    }
}
