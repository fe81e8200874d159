package io.auditvisa.source;

import io.auditvisa.event.Failure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a source allows (AV-13.1: a right signature is no authorisation).
 *
 * @param rules effects of event types
 * @param livemode the one mode accepted; null accepts both
 * @param targets target policy
 * @param withheld delivery policy: certificates are made, but shown only to a token
 */
public record Policy(Rules rules, @Nullable Boolean livemode, TargetPolicy targets, boolean withheld) {

    /** Why an event of this mode is refused; empty when it is not, or when it has no mode. */
    Optional<Failure> refusalOfMode(@Nullable Boolean mode) {
        if (livemode == null || mode == null || livemode.equals(mode)) {
            return Optional.empty();
        }
        return Optional.of(new Failure(
                "livemode_mismatch", "the event has livemode " + mode + ", this source accepts " + livemode + " only"));
    }
}
