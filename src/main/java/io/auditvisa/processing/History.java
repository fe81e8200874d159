package io.auditvisa.processing;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.IncomingEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows to append to one event's history, under its row lock; gathers statement text and parameters for one round trip. */
final class History {

    private final EventKey key;
    private final long event;
    private int arrivals;
    private int transitions;
    private int length;
    private byte[] head;
    private final StringBuilder sql = new StringBuilder();
    private final List<@Nullable Object> parameters = new ArrayList<>();

    History(EventRow row) {
        key = row.key();
        event = row.id();
        arrivals = row.history().arrivals();
        transitions = row.history().transitions();
        length = row.history().length();
        head = row.history().head();
    }

    void arrival(IncomingEvent incoming, ArrivalOutcome outcome, List<String> differs) {
        byte[] bytes = HistoryChain.arrivalRow(incoming, outcome, differs);
        append(bytes);
        arrivals++;
        sql.append(
                        "INSERT INTO arrival (event, number, history_number, request_id, outcome, arrived_at, row_bytes, hash)")
                .append(" VALUES (?, ?, ?, ?, ?, ?, ?, ?);\n");
        add(event, arrivals, length, incoming.receipt().requestId(), outcome.wireName());
        add(incoming.receipt().arrivedAt(), bytes, head);
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
        transitions++;
        sql.append("INSERT INTO transition (event, number, history_number, at, row_bytes, hash)")
                .append(" VALUES (?, ?, ?, ?, ?, ?);\n");
        add(event, transitions, length, at, bytes, head);
    }

    /** The inserts gathered so far, in chain order, each ended by a semicolon. */
    String sql() {
        return sql.toString();
    }

    boolean isEmpty() {
        return sql.isEmpty();
    }

    /** The parameters of {@link #sql}, then arrivals, transitions, length and head for the event row, then {@code more}. */
    @Nullable
    Object[] parametersThen(@Nullable Object... more) {
        List<@Nullable Object> all = new ArrayList<>(parameters);
        all.addAll(List.of(arrivals, transitions, length, head));
        for (Object one : more) {
            all.add(one);
        }
        return all.toArray();
    }

    private void append(byte[] row) {
        head = HistoryChain.next(head, row);
        length++;
    }

    private void add(Object... values) {
        parameters.addAll(List.of(values));
    }
}
