package io.auditvisa.event;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a run stand still at a place of {@link CrashPoint}, for tests of owners that stall. Inert unless the system property
 * {@value #PROPERTY} lists places: whoever passes one first leaves a file in {@value #DIRECTORY} and waits until it is gone;
 * a place that is listed twice holds two.
 */
final class StallPoint {

    /** System property: names of places, separated by commas. */
    static final String PROPERTY = "stall.points";

    /** System property: where the files of those that stand still lie. */
    static final String DIRECTORY = "stall.directory";

    private static final long POLL_MILLIS = 20;

    private StallPoint() {}

    static void pass(String name) {
        String wanted = System.getProperty(PROPERTY);
        if (wanted != null) {
            take(name).ifPresent(StallPoint::standStill);
        }
    }

    /** The file of the one who stands still here; empty when nobody shall, or no more. */
    private static synchronized Optional<Path> take(String name) {
        List<String> places =
                new ArrayList<>(List.of(System.getProperty(PROPERTY, "").split(",")));
        if (!places.remove(name)) {
            return Optional.empty();
        }
        System.setProperty(PROPERTY, String.join(",", places));
        return Optional.of(Path.of(System.getProperty(DIRECTORY, "."), name + "." + places.size()));
    }

    private static void standStill(Path marker) {
        try {
            Files.createFile(marker);
            while (Files.exists(marker)) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
