package io.auditvisa.audit;

import io.auditvisa.audit.Effects.Booking;
import io.auditvisa.audit.Effects.Filing;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the effect rows of an event with what its status and its pinned effects call for; each deviation is a sentence. */
final class Findings {

    private final EventRow row;
    private final EffectRows effects;
    private final List<String> sentences = new ArrayList<>();

    private Findings(EventRow row, EffectRows effects) {
        this.row = row;
        this.effects = effects;
    }

    static List<String> of(EventRow row, EffectRows effects) {
        Findings findings = new Findings(row, effects);
        if (row.result().imported()) {
            return List.of();
        }
        if (row.status() == EventStatus.PROCESSED) {
            Optional<Set<Effect>> earned = Effect.split(row.pins().effects());
            earned.ifPresent(findings::processed);
        } else if (!effects.none()) {
            findings.sentences.add("the event is " + row.status().wireName() + " and has side effects");
        }
        return List.copyOf(findings.sentences);
    }

    private void processed(Set<Effect> earned) {
        expect("certificate", earned.contains(Effect.CERTIFICATE), effects.certificates());
        expect("notification", earned.contains(Effect.NOTIFICATION), effects.notifications());
        expect("credit", earned.contains(Effect.CREDIT) && amount() > 0, effects.credits());
        inboxLine(earned.contains(Effect.INBOX) && row.business().message() != null);
        debit(earned.contains(Effect.DEBIT));
        forward(earned.contains(Effect.CRM));
        oneDebitPerMessage();
        amountsMatch();
        runHashesMatch();
    }

    private void expect(String what, boolean due, List<?> rows) {
        int count = due ? 1 : 0;
        if (rows.size() != count) {
            sentences.add("%d %s rows where the result calls for %d".formatted(rows.size(), what, count));
        }
    }

    private long amount() {
        Long amount = row.business().amountMinor();
        return amount == null ? 0 : amount;
    }

    /**
     * The row the event names, and no other. An event without a price, or whose rule does not debit, names its message's row
     * if there is one; a message that was free has none.
     */
    private void debit(boolean earned) {
        boolean named =
                row.result().ledgerEntryId() != null && effects.credits().isEmpty();
        expect("debit", named || (earned && amount() > 0), effects.debits());
    }

    /**
     * The line the event names, and no other. One that it does not name may still hold its id, as that of the message's debit:
     * a later event of the message filed it, under a rule with {@code inbox} (IO-4).
     */
    private void inboxLine(boolean earned) {
        List<Filing> lines = effects.filings().stream()
                .filter(line -> earned || isNamed(line) || !isOfItsDebit(line))
                .toList();
        expect("inbox line", earned, lines);
    }

    private boolean isNamed(Filing line) {
        return Objects.equals(row.result().inboxLineId(), line.id());
    }

    private boolean isOfItsDebit(Filing line) {
        return effects.debits().stream()
                .anyMatch(debit -> Objects.equals(debit.eventId(), line.eventId())
                        && Objects.equals(debit.messageId(), line.messageId()));
    }

    /** The event that filed the line forwards it; a later event of the message only what it changed. */
    private void forward(boolean earned) {
        boolean filed = effects.filings().stream()
                .filter(this::isNamed)
                .map(Filing::eventId)
                .anyMatch(row.key().eventId()::equals);
        if (!earned || filed || effects.forwards().size() > 1) {
            expect("CRM forward", earned && filed, effects.forwards());
        }
    }

    private void oneDebitPerMessage() {
        long standing = effects.debitsOfMessage().stream()
                .filter(debit -> debit.refundEntryId() == null)
                .count();
        if (standing > 1) {
            sentences.add("%d debits of one message that no refund took back".formatted(standing));
        }
    }

    private void amountsMatch() {
        List<Booking> bookings = new ArrayList<>(effects.credits());
        bookings.addAll(effects.debits());
        Long due = row.business().amountMinor();
        if (due != null && bookings.stream().anyMatch(booking -> booking.amountMinor() != due)) {
            sentences.add("the ledger holds another amount than the event");
        }
    }

    private void runHashesMatch() {
        String recorded = hex(row.result().runHash());
        if (effects.certificates().stream().anyMatch(made -> !Objects.equals(made.runHash(), recorded))) {
            sentences.add("the certificate has another run hash than the event");
        }
    }

    private static @Nullable String hex(byte @Nullable [] hash) {
        return hash == null ? null : Sha256.hex(hash);
    }
}
