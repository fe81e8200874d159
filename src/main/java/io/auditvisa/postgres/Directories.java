package io.auditvisa.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directory trees. */
final class Directories {

    private Directories() {}

    /** Deletes a directory with everything in it; does nothing when there is none. Follows no symbolic link. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        for (Path path : deepestFirst(directory)) {
            Files.deleteIfExists(path);
        }
    }

    /** Gives a directory with everything in it to the numeric user and group. */
    static void giveTo(int id, Path directory) throws IOException {
        for (Path path : deepestFirst(directory)) {
            Files.setAttribute(path, "unix:uid", id, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", id, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static List<Path> deepestFirst(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
