package io.auditvisa.audit;

import io.auditvisa.event.HistoryChain;
import java.util.Arrays;
import java.util.Objects;

/**
 * Re-computes one event's history chain (GO-6) row by row, so that a history of any length needs no memory. Shows a changed,
 * missing, added or moved row, a cut tail and a column that says other than the chained bytes; not a rewritten database.
 */
final class ChainCheck {

    private final String ref;
    private byte[] head = HistoryChain.genesis();
    private int length;
    private int arrivals;
    private int transitions;
    private boolean intact = true;

    ChainCheck(String ref) {
        this.ref = ref;
    }

    /** Takes the next row in chain order. */
    void accept(HistoryRow row) {
        head = HistoryChain.next(head, row.rowBytes());
        length++;
        int number = row.isArrival() ? ++arrivals : ++transitions;
        intact = intact
                && row.historyNumber() == length
                && row.number() == number
                && Arrays.equals(row.hash(), head)
                && saysWhatItsColumnsSay(row);
    }

    private boolean saysWhatItsColumnsSay(HistoryRow row) {
        return row.kind().equals(row.text("kind"))
                && ref.equals(row.text("event"))
                && Objects.equals(row.outcome(), row.text("outcome"))
                && Objects.equals(row.requestId(), row.text("request_id"))
                && row.at().equals(row.instant(row.isArrival() ? "arrived_at" : "at"));
    }

    /** Whether the rows taken are the whole, unchanged history that the event row speaks of. */
    boolean endsAt(int recordedLength, byte[] recordedHead) {
        return intact && length == recordedLength && Arrays.equals(head, recordedHead);
    }

    /** Arrivals taken so far. */
    int arrivals() {
        return arrivals;
    }
}
