package io.auditvisa.recovery;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what another process does. */
final class Eventually {

    private Eventually() {}

    static void holds(String what, Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + patience + ": " + what);
            }
            sleep(50);
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
