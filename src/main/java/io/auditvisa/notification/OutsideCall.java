package io.auditvisa.notification;

import static io.auditvisa.notification.CallState.FAILED;
import static io.auditvisa.notification.CallState.INTENDED;
import static io.auditvisa.notification.CallState.SENT;
import static io.auditvisa.notification.CallState.UNKNOWN;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The states of an outside call and the way between them, free of database and network.
 *
 * <pre>
 * intended → attempting (run, deadline; committed) → call → sent
 *                                                        → unknown    the answer was lost
 *                                                        → failed     refused for good
 *                                                        → intended   nothing was accepted: again at next_try_at
 * </pre>
 *
 * @param state the state after a call
 * @param nextTry how long until the next try; null when a machine does not try again
 * @param externalId the peer's own id
 * @param detail one sentence for people; no address, secret or body
 */
record OutsideCall(
        CallState state,
        @Nullable Duration nextTry,
        @Nullable String externalId,
        @Nullable String detail) {

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

    static OutsideCall after(CallResult result, RepeatRule rule, int attempts, DoubleSupplier random) {
        boolean untilAcknowledged = rule == RepeatRule.UNTIL_ACKNOWLEDGED;
        Duration backoff = backoff(attempts, random);
        return switch (result) {
            case CallResult.Accepted accepted -> new OutsideCall(SENT, null, accepted.externalId(), null);
            case CallResult.NotReached not -> new OutsideCall(INTENDED, backoff, null, not.detail());
            case CallResult.Paced paced ->
                new OutsideCall(INTENDED, paced.retryAfter(), null, "the peer asked to wait " + paced.retryAfter());
            case CallResult.Refused refused ->
                untilAcknowledged
                        ? new OutsideCall(INTENDED, backoff, null, refused.detail())
                        : new OutsideCall(FAILED, null, null, refused.detail());
            case CallResult.Doubtful doubtful ->
                new OutsideCall(UNKNOWN, untilAcknowledged ? backoff : null, null, doubtful.detail());
        };
    }

    /** 1 s, doubled with each attempt, at most 10 min; half of it is chance, so that many do not come back together. */
    static Duration backoff(int attempts, DoubleSupplier random) {
        long doubled = FIRST_DELAY.toMillis() << Math.min(attempts - 1, 20);
        long longest = Math.min(doubled, LONGEST_DELAY.toMillis());
        return Duration.ofMillis(longest / 2 + (long) (random.getAsDouble() * longest / 2));
    }
}
