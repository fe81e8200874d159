package io.auditvisa.ledger;

import io.auditvisa.event.Failure;
import org.jspecify.annotations.Nullable;

/** What an event does to the ledger: decided before the first write, under the lock of its account row. */
public sealed interface LedgerPlan {

    /** The event earns no result; nothing may be written but its {@code failed}. */
    record Refused(Failure failure) implements LedgerPlan {}

    /** No money moves: the event's rule asks for none, or its message is a free inbound one. */
    record Nothing() implements LedgerPlan {}

    /**
     * The message is debited already (IO-3): the row is reused.
     *
     * @param ledgerEntryId the debit
     * @param inboxLineId line of the message, when one was filed
     */
    record ReuseDebit(long ledgerEntryId, @Nullable Long inboxLineId) implements LedgerPlan {}

    /** One new debit row (IO-1). */
    record Debit(String account, Money money) implements LedgerPlan {}

    /** One new credit row: a top-up paid by card. */
    record Credit(String account, Money money) implements LedgerPlan {}
}
