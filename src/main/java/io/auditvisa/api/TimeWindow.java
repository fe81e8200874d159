package io.auditvisa.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A window of UTC time, {@code [from, to)} (IO-7); an open end is null.
 *
 * @param from first moment inside
 * @param to first moment after it
 */
public record TimeWindow(@Nullable Instant from, @Nullable Instant to) {

    /** All of time. */
    public static final TimeWindow ALL = new TimeWindow(null, null);

    /** Reads the query parameters {@code from} and {@code to}; throws a {@code parameter_invalid} problem. */
    public static TimeWindow of(@Nullable String from, @Nullable String to) {
        TimeWindow window = new TimeWindow(Parameter.time("from", from), Parameter.time("to", to));
        if (window.from != null && window.to != null && window.to.isBefore(window.from)) {
            throw Parameter.invalid("to", "is before from");
        }
        return window;
    }
}
