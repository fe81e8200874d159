package io.auditvisa.postgres;

import io.auditvisa.config.StartProblem;
import io.quarkus.runtime.Application;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The database of an AuditVisa without settings: a directory with exactly one owner. The owner holds a file lock, which the
 * operating system drops when the process dies; so a server that still runs while the lock is free has been left behind by a
 * killed process, and is stopped before the own one starts.
 */
public final class EmbeddedDatabase {

    /** What a server does with a transaction before it acknowledges it. */
    public enum Durability {
        /** On disk first, so that it survives a crash of the machine. */
        KEPT("on"),
        /** For tests, whose data nobody misses. Every start begins with an empty database. */
        THROWN_AWAY("off");

        private final Map<String, String> settings;

        Durability(String flag) {
            settings = Map.of("fsync", flag, "synchronous_commit", flag, "full_page_writes", flag);
        }
    }

    private static final Logger LOG = Logger.getLogger(EmbeddedDatabase.class);
    private static final long APPLICATION_STOP_MILLIS = 20_000;

    private final Path directory;
    private final Durability durability;
    private @Nullable FileLock lock;
    private @Nullable PostgresServer server;

    private EmbeddedDatabase(Path directory, Durability durability) {
        this.directory = directory;
        this.durability = durability;
    }

    /**
     * The JDBC URL of the database in {@code directory}, whose server this call starts unless this JVM has done so before: dev
     * mode runs the whole start again on every reload. The server is stopped when the JVM ends, after Quarkus.
     *
     * @param binariesDirectory where PostgreSQL's programs are unpacked, once
     * @throws StartProblem with what an operator has to do
     */
    public static String jdbcUrl(Path directory, Path binariesDirectory, Durability durability) {
        Path absolute = directory.toAbsolutePath().normalize();
        String reminder =
                "io.auditvisa.postgres:" + absolute; // a class loader has no memory of the one before it, the JVM has
        String running = System.getProperty(reminder);
        if (running != null) {
            return running;
        }
        String url = new EmbeddedDatabase(absolute, durability).start(binariesDirectory);
        System.setProperty(reminder, url);
        return url;
    }

    private String start(Path binariesDirectory) {
        takeLock();
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "postgres-stop"));
        PostgresServer started =
                new PostgresServer(PostgresBinaries.unpackedBelow(binariesDirectory), directory, durability.settings);
        try {
            prepare(started);
            server = started;
            started.start();
            return started.jdbcUrl(PostgresServer.DATABASE);
        } catch (IOException e) {
            throw new StartProblem("the embedded PostgreSQL in " + directory + " does not start: " + Reason.of(e), e);
        }
    }

    private void takeLock() {
        Path file = directory.resolveSibling(directory.getFileName() + ".lock");
        Path parent = directory.resolveSibling(".").normalize();
        try {
            Files.createDirectories(parent);
            lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .tryLock();
        } catch (OverlappingFileLockException e) {
            return; // this very JVM holds it
        } catch (IOException e) {
            throw new StartProblem(
                    "the data directory " + parent + " cannot be written (" + Reason.of(e)
                            + "): make it writable, or point auditvisa.data-dir elsewhere",
                    e);
        }
        if (lock == null) {
            throw new StartProblem("the database directory " + directory + " is in use by another running AuditVisa:"
                    + " stop that one, give this one its own auditvisa.data-dir,"
                    + " or set quarkus.datasource.jdbc.url of both to one PostgreSQL server");
        }
    }

    private void prepare(PostgresServer own) throws IOException {
        Optional<ProcessHandle> leftBehind = own.process();
        if (leftBehind.isPresent()) {
            LOG.infof(
                    "Stopping the PostgreSQL server (process %d) that a killed AuditVisa left behind",
                    leftBehind.get().pid());
            own.stop();
        }
        if (durability == Durability.THROWN_AWAY) {
            Directories.delete(directory);
        }
        Path versionFile = directory.resolve("PG_VERSION");
        if (!Files.exists(versionFile)) {
            requireEmpty();
            LOG.infof("Making a new PostgreSQL database in %s", directory);
            own.initialise();
            return;
        }
        String made = Files.readString(versionFile).strip();
        String brought = own.programVersion();
        if (!made.equals(brought)) {
            throw new StartProblem("the database directory " + directory + " was made by PostgreSQL " + made
                    + ", but this AuditVisa brings PostgreSQL " + brought
                    + ": move the data with pg_dump and psql, or point auditvisa.data-dir elsewhere");
        }
    }

    private void requireEmpty() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> content = Files.list(directory)) {
            if (content.findAny().isPresent()) {
                throw new StartProblem(
                        "the database directory " + directory + " holds files, but no PostgreSQL database:"
                                + " move them away, or point auditvisa.data-dir elsewhere");
            }
        }
    }

    private void stop() {
        awaitApplicationStop();
        PostgresServer started = server;
        if (started == null) {
            return;
        }
        try {
            started.stop();
        } catch (IOException e) {
            // The log is closed by now. The next start stops the server.
            System.err.println("AuditVisa: the embedded PostgreSQL did not stop: " + Reason.of(e));
        }
    }

    /** Events in flight need the database until they are finished; the JVM runs all its shutdown hooks at once. */
    private static void awaitApplicationStop() {
        Application application = Application.currentApplication();
        if (application == null) {
            return;
        }
        Thread waiting = new Thread(application::awaitShutdown, "postgres-stop-wait");
        waiting.setDaemon(true);
        waiting.start();
        try {
            waiting.join(APPLICATION_STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
