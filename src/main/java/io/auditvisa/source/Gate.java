package io.auditvisa.source;

import io.auditvisa.source.SignatureScheme.Signed;
import io.auditvisa.source.SignatureScheme.Unsigned;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Lets a request in: authenticity first, then age (IO-5). Nothing is stored before both hold.
 *
 * @param scheme proves the sender
 * @param replayWindow accepted distance between the signed time and receipt, past and future
 */
public record Gate(SignatureScheme scheme, Duration replayWindow) {

    /** Code of an authentic request that is too old or from the future. */
    public static final String OUTSIDE_REPLAY_WINDOW = "outside_replay_window";

    /** What the gate says. */
    public sealed interface Verdict {}

    /** Authentic and in time. */
    public record Admitted(Signed signed) implements Verdict {}

    /** Authentic, but outside the replay window: recorded as a rejection. */
    public record Stale(Signed signed, String detail) implements Verdict {}

    /** Not authentic: writes nothing. */
    public record Forged(Unsigned reason) implements Verdict {}

    /** Judges a request received at an instant. Signed times have whole seconds, so that is what is compared. */
    public Verdict judge(RequestHeaders headers, byte[] body, Instant receivedAt) {
        return switch (scheme.check(headers, body)) {
            case Unsigned reason -> new Forged(reason);
            case Signed signed -> {
                Duration age = Duration.between(signed.signedAt(), receivedAt.truncatedTo(ChronoUnit.SECONDS));
                yield age.abs().compareTo(replayWindow) <= 0 ? new Admitted(signed) : new Stale(signed, describe(age));
            }
        };
    }

    private String describe(Duration age) {
        return "the signature is right, but was made " + age.abs().toSeconds() + " s "
                + (age.isNegative() ? "after" : "before") + " receipt; accepted are " + replayWindow.toSeconds()
                + " s. Compare the clocks of sender and receiver, and send with a fresh signature";
    }
}
