package io.auditvisa.notification;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How one outside call ended, told apart by one question: may the peer have accepted it? */
public sealed interface CallResult {

    /** The peer acknowledged it. {@code externalId}: the peer's own id of what it made, when it says one. */
    record Accepted(@Nullable String externalId) implements CallResult {}

    /** Nothing was sent: connection refused, name unknown, handshake failed. */
    record NotReached(String detail) implements CallResult {}

    /** The peer asks to slow down (429) and has accepted nothing. */
    record Paced(Duration retryAfter) implements CallResult {}

    /** The peer said no (another 3xx or 4xx) and has accepted nothing. */
    record Refused(String detail) implements CallResult {}

    /** The peer failed (5xx), or the connection was lost after the request was sent: it may have been accepted. */
    record Doubtful(String detail) implements CallResult {}
}
