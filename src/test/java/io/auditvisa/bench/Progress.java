package io.auditvisa.bench;

import java.time.Duration;
import java.util.Locale;

/** Tells on standard output how far the run is; it takes a while. */
final class Progress {

    private final long start = System.nanoTime();

    void say(String format, Object... values) {
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        String text = String.format(Locale.ROOT, format, values);
        System.out.printf(Locale.ROOT, "[%02d:%02d] %s%n", time.toMinutes(), time.toSecondsPart(), text);
    }
}
