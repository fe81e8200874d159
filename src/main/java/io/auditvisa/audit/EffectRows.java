package io.auditvisa.audit;

import io.auditvisa.audit.Effects.Booking;
import io.auditvisa.audit.Effects.Call;
import io.auditvisa.audit.Effects.Certificate;
import io.auditvisa.audit.Effects.Filing;
import io.auditvisa.event.EventRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All effect rows that belong to one event; more than one of a kind breaks the promise, so all are read.
 *
 * @param debits rows this event made or names
 * @param debitsOfMessage rows its message made, through whichever event
 */
record EffectRows(
        List<Certificate> certificates,
        List<Booking> credits,
        List<Booking> debits,
        List<Booking> debitsOfMessage,
        List<Filing> filings,
        List<Call> forwards,
        List<Call> notifications) {

    /** What is shown: of each kind the one the event row names, else the first. */
    Effects shown(EventRow row) {
        Long entry = row.result().ledgerEntryId();
        Long line = row.result().inboxLineId();
        return new Effects(
                first(certificates),
                booking(credits, entry),
                booking(debits, entry),
                filings.stream()
                        .filter(filing -> line != null && filing.id() == line)
                        .findFirst()
                        .orElse(first(filings)),
                first(forwards),
                first(notifications));
    }

    private static @Nullable Booking booking(List<Booking> bookings, @Nullable Long named) {
        return bookings.stream()
                .filter(booking -> named != null && booking.id() == named)
                .findFirst()
                .orElse(first(bookings));
    }

    private static <T> @Nullable T first(List<T> rows) {
        return rows.isEmpty() ? null : rows.getFirst();
    }

    /** Whether there is any at all. */
    boolean none() {
        return certificates.isEmpty()
                && credits.isEmpty()
                && debits.isEmpty()
                && filings.isEmpty()
                && forwards.isEmpty()
                && notifications.isEmpty();
    }
}
