package io.auditvisa.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Looks at the processes of the machine, independently of the code under test. */
public final class LeftBehind {

    private LeftBehind() {}

    /** The live PostgreSQL server whose {@code postmaster.pid} lies in {@code directory}. */
    public static Optional<ProcessHandle> server(Path directory) {
        Path file = directory.resolve("postmaster.pid");
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            return ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(file).get(0).strip()))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info().command().orElse("").endsWith("postgres"));
        } catch (IOException e) {
            return Optional.empty(); // it has just gone
        }
    }
}
