package io.auditvisa.event;

import org.jspecify.annotations.Nullable;

/**
 * Named places between two durable steps, where a test makes the process die (GO-3). Inert unless the system property
 * {@value #PROPERTY} names the place, optionally as {@code name@n} for its n-th passing; then the process halts there as by kill -9.
 * {@link StallPoint} makes a run stand still there instead.
 */
public final class CrashPoint {

    /** System property that names the place. */
    public static final String PROPERTY = "crash.point";

    private static final int KILLED = 137;

    private CrashPoint() {}

    /** Passes, or never returns. */
    public static void pass(String name) {
        if (System.getProperty(PROPERTY) != null) {
            haltIfWanted(name);
        }
        StallPoint.pass(name);
    }

    private static synchronized void haltIfWanted(String name) {
        String wanted = System.getProperty(PROPERTY, "");
        int at = wanted.indexOf('@');
        int left = at < 0 ? 1 : Integer.parseInt(wanted.substring(at + 1));
        if (!name.equals(at < 0 ? wanted : wanted.substring(0, at))) {
            return;
        }
        if (left <= 1) {
            Runtime.getRuntime().halt(KILLED);
        }
        System.setProperty(PROPERTY, name + "@" + (left - 1));
    }

    /** The place a test asked for; null in production. */
    public static @Nullable String wanted() {
        return System.getProperty(PROPERTY);
    }
}
