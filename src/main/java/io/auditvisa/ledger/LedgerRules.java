package io.auditvisa.ledger;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.Failure;
import io.auditvisa.ledger.LedgerPlan.Credit;
import io.auditvisa.ledger.LedgerPlan.Debit;
import io.auditvisa.ledger.LedgerPlan.Nothing;
import io.auditvisa.ledger.LedgerPlan.Refused;
import io.auditvisa.ledger.LedgerPlan.ReuseDebit;
import io.auditvisa.ledger.LedgerSituation.Debited;
import io.auditvisa.ledger.LedgerSituation.LockedAccount;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decision itself, free of any database: from what an event says and what is known to a {@link LedgerPlan}.
 *
 * <p>What the requirements leave open is decided like this:
 *
 * <ul>
 *   <li><b>The message comes first.</b> Whether it is debited already is asked before anything about the account: a report on a
 *       paid message reuses its row even when the account was closed since, and one that names an account that does not exist
 *       is a {@code message_conflict}, not an {@code account_unknown}.
 *   <li><b>What a repeat leaves out agrees; what it says must be equal</b> (amount, currency, account), 0 included.
 *   <li><b>A message that was free stays free.</b> After an inbound message went through with 0, events of it with 0 or
 *       without a price move nothing; another price or account is a {@code message_conflict}: the message has its price.
 *   <li><b>A line filed under a rule without {@code debit} says nothing about the price</b>: a later event of that message
 *       whose rule debits is its first price and is charged; the line is reused.
 *   <li><b>A filed inbox key does not stop a debit.</b> Money goes by message, lines go by inbox key (IO-3, IO-4).
 *   <li><b>A free inbound message still needs an open account</b>, in its currency when it names one: a line nobody owns
 *       helps nobody.
 *   <li><b>A rule without {@code debit} never moves money</b>, but its event is tied to the debit of its message, if there is one,
 *       and must agree with it like any other.
 *   <li><b>A credit without an amount</b> ({@code no_payment_required}) or of 0 moves nothing; one without an account is
 *       {@code account_unknown}: money that was paid in must not vanish behind {@code processed}.
 *   <li>Checks in this order: amount, currency, account, closed, other currency, balance.
 * </ul>
 */
final class LedgerRules {

    private LedgerRules() {}

    static LedgerPlan ofMessage(Business business, Set<Effect> effects, LedgerSituation situation) {
        Debited debit = situation.debit();
        if (debit != null) {
            return agrees(business, debit) ? new ReuseDebit(debit.id(), situation.inboxLineId()) : conflict(business);
        }
        if (effects.contains(Effect.INBOX) && business.account() == null && situation.inboxLineId() == null) {
            return refused("account_unknown", "the message names no account");
        }
        if (situation.freeAccount() != null) {
            return isStillFree(business, situation.freeAccount()) ? new Nothing() : conflict(business);
        }
        return effects.contains(Effect.DEBIT) ? ofUndebitedMessage(business, situation) : new Nothing();
    }

    private static boolean isStillFree(Business business, String account) {
        boolean sameAccount = business.account() == null || business.account().equals(account);
        return sameAccount && (business.amountMinor() == null || business.amountMinor() == 0);
    }

    private static LedgerPlan ofUndebitedMessage(Business business, LedgerSituation situation) {
        Long amount = business.amountMinor();
        if (amount == null) {
            return refused("amount_invalid", "no price, and the message is not in the ledger");
        }
        boolean free = amount == 0 && isInbound(business);
        if (!free && !Money.isMovable(amount)) {
            return refused("amount_invalid", "a debit needs an integer from 1 to " + Money.LARGEST_MINOR);
        }
        if (!free && business.currency() == null) {
            return refused("currency_invalid", "the price has no currency");
        }
        return debitOf(business, situation.account(), amount);
    }

    private static LedgerPlan debitOf(Business business, @Nullable LockedAccount account, long amount) {
        Failure refusal = refusalBy(account, business);
        if (refusal != null || account == null) {
            return new Refused(Objects.requireNonNull(refusal));
        }
        if (amount == 0) {
            return new Nothing();
        }
        return amount > account.availableMinor()
                ? refused("insufficient_balance", "the account's balance does not cover the price")
                : new Debit(account.id(), new Money(amount, account.currency()));
    }

    static LedgerPlan ofCredit(Business business, @Nullable LockedAccount account) {
        Long amount = business.amountMinor();
        if (amount == null || amount == 0) {
            return new Nothing();
        }
        if (!Money.isMovable(amount)) {
            return refused("amount_invalid", "a credit needs an integer from 1 to " + Money.LARGEST_MINOR);
        }
        if (business.currency() == null) {
            return refused("currency_invalid", "the amount has no currency");
        }
        Failure refusal = refusalBy(account, business);
        if (refusal != null || account == null) {
            return new Refused(Objects.requireNonNull(refusal));
        }
        return exceedsLargestBalance(account, amount)
                ? refused("amount_invalid", "the balance would exceed " + Money.LARGEST_MINOR)
                : new Credit(account.id(), new Money(amount, account.currency()));
    }

    /** Whether a credit would lift the balance above what every JSON reader holds exactly. */
    static boolean exceedsLargestBalance(LockedAccount account, long amount) {
        return account.balanceMinor() > Money.LARGEST_MINOR - amount;
    }

    private static @Nullable Failure refusalBy(@Nullable LockedAccount account, Business business) {
        if (account == null) {
            return new Failure("account_unknown", "the event's account does not exist");
        }
        if (!account.open()) {
            return new Failure("account_closed", "the event's account is closed");
        }
        if (business.currency() != null && !business.currency().equals(account.currency())) {
            return new Failure("currency_mismatch", "the account is kept in " + account.currency());
        }
        return null;
    }

    private static boolean agrees(Business business, Debited debit) {
        return (business.account() == null || business.account().equals(debit.account()))
                && (business.amountMinor() == null || business.amountMinor() == debit.amountMinor())
                && (business.currency() == null || business.currency().equals(debit.currency()));
    }

    private static boolean isInbound(Business business) {
        return business.message() != null && business.message().direction().equals("MO");
    }

    private static LedgerPlan conflict(Business business) {
        boolean priced = business.amountMinor() != null;
        return refused(
                "message_conflict",
                priced
                        ? "the message is known with another price or account"
                        : "the message is known with another account or currency");
    }

    static LedgerPlan refused(String code, String detail) {
        return new Refused(new Failure(code, detail));
    }
}
