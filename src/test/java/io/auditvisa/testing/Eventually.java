package io.auditvisa.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what another thread or process does. */
public final class Eventually {

    private Eventually() {}

    public static void holds(String what, Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + patience + ": " + what);
            }
            sleep(50);
        }
    }

    public static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
