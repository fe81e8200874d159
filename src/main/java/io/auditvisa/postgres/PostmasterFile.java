package io.auditvisa.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code postmaster.pid}: the note a server leaves in its directory about itself, also when it dies without removing it. */
final class PostmasterFile {

    /** Above the largest process id of any Linux or macOS. */
    private static final String NO_PROCESS = "99999999";

    private final Path directory;
    private final Path file;

    PostmasterFile(Path directory) {
        this.directory = directory;
        this.file = directory.resolve("postmaster.pid");
    }

    /** The process of the server that runs on this directory now; empty when there is none, whatever the file says. */
    Optional<ProcessHandle> liveServer() throws IOException {
        return liveProcess().filter(this::isServerOfThisDirectory);
    }

    /**
     * Keeps a foreign process, which happens to have the id of a server that is dead, from stopping the start: PostgreSQL
     * takes any live process of that id for a server. The file itself stays, as it also names the shared memory by which
     * PostgreSQL tells whether processes of the dead server are still at work.
     */
    void forgetForeignProcess() throws IOException {
        Optional<ProcessHandle> process = liveProcess();
        if (process.isPresent() && !isServerOfThisDirectory(process.get())) {
            List<String> lines = new ArrayList<>(lines());
            lines.set(0, NO_PROCESS);
            Files.write(file, lines, StandardCharsets.UTF_8);
        }
    }

    private Optional<ProcessHandle> liveProcess() throws IOException {
        List<String> lines = lines();
        if (lines.isEmpty() || !lines.get(0).strip().matches("[1-9][0-9]{0,9}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(lines.get(0).strip())).filter(ProcessHandle::isAlive);
    }

    private List<String> lines() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
    }

    /** A server keeps the command line it was started with, which names the program and the directory. */
    private boolean isServerOfThisDirectory(ProcessHandle process) {
        String commandLine = commandLine(process);
        return commandLine.contains("postgres") && commandLine.contains(directory.toString());
    }

    private static String commandLine(ProcessHandle process) {
        try {
            byte[] words = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return new String(words, StandardCharsets.UTF_8).replace('\0', ' ');
        } catch (IOException e) { // no such file system on macOS, or the process has just ended
            return process.info().commandLine().orElse("");
        }
    }
}
