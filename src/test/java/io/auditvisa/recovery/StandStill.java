package io.auditvisa.recovery;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs of one process that stand still at named places until they may go on. The process tells each by a file.
 *
 * @param points names of {@code io.auditvisa.event.CrashPoint}; a place that is listed twice holds two runs
 */
record StandStill(Path directory, List<String> points) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static StandStill at(Site site, List<String> points) {
        try {
            return new StandStill(Files.createTempDirectory(site.data(), "standing-still-"), points);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PackagedApplication in(PackagedApplication application) {
        return application.set("stall.points", String.join(",", points)).set("stall.directory", directory.toString());
    }

    void awaitAll() {
        Eventually.holds(
                "standing still at " + points, PATIENCE, () -> markers().size() == points.size());
    }

    void end() {
        try {
            for (Path marker : markers()) {
                Files.delete(marker);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> markers() {
        try (Stream<Path> markers = Files.list(directory)) {
            return markers.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
