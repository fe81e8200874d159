package io.auditvisa.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One PostgreSQL server with its data directory, listening on loopback alone. Its process is not a child of this one: it
 * lives in a session of its own, so that Ctrl-C in a terminal lets AuditVisa finish its work before the server goes.
 */
public final class PostgresServer {

    /** The only user; loopback connections need no password. */
    public static final String USER = "postgres";

    /** The database that is there from the beginning. */
    public static final String DATABASE = "postgres";

    private static final int START_SECONDS = 120; // a crash recovery may have much to redo
    private static final int STOP_SECONDS = 5; // AuditVisa promises to be gone 30 s after SIGTERM

    private final PostgresBinaries binaries;
    private final Path directory;
    private final Map<String, String> settings;
    private final ServerUser user = ServerUser.forThisProcess();
    private volatile int port;

    /**
     * @param directory the data directory (PGDATA); made by {@link #initialise()}
     * @param settings server settings beside those every server here has
     */
    public PostgresServer(PostgresBinaries binaries, Path directory, Map<String, String> settings) {
        this.binaries = binaries;
        this.directory = directory.toAbsolutePath().normalize();
        this.settings = Map.copyOf(settings);
    }

    public int port() {
        return port;
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** The process of this server, if it is running. */
    public Optional<ProcessHandle> process() throws IOException {
        return new PostmasterFile(directory).liveServer();
    }

    /** The major version of the programs, as PG_VERSION of a data directory has it. */
    String programVersion() throws IOException {
        String line = user.run(20, binaries.program("postgres"), "--version"); // postgres (PostgreSQL) 17.11
        return line.replaceAll(".* ([0-9]+)\\.?.*", "$1");
    }

    /** Makes the data directory. Killed half-way, it leaves nothing that looks finished. */
    public void initialise() throws IOException {
        Path unfinished = directory.resolveSibling(directory.getFileName() + ".unfinished");
        Directories.delete(unfinished);
        Files.createDirectories(unfinished);
        user.own(unfinished);
        user.run(
                120,
                binaries.program("initdb"),
                "--pgdata=" + unfinished,
                "--username=" + USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--locale=C");
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Starts the server on a free port and returns when it answers. */
    public void start() throws IOException {
        start(freePort());
    }

    /** Starts the server on {@code port} and returns when it answers. */
    public void start(int port) throws IOException {
        new PostmasterFile(directory).forgetForeignProcess();
        user.own(directory);
        Path log = directory.resolve("server.log");
        if (Files.exists(log)) {
            Files.move(log, directory.resolve("server.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        try {
            user.run(
                    START_SECONDS + 10,
                    binaries.program("pg_ctl"),
                    "start",
                    "--pgdata=" + directory,
                    "--log=" + log,
                    "--wait",
                    "--timeout=" + START_SECONDS,
                    "--options=" + options(port));
        } catch (IOException e) {
            throw new IOException(e.getMessage() + " (its log: " + log + ")", e);
        }
        this.port = port;
    }

    /** Stops the server, whoever started it; does nothing when none is running. Transactions in flight are rolled back. */
    public void stop() throws IOException {
        if (process().isEmpty()) {
            return;
        }
        try {
            stop("fast");
        } catch (IOException e) {
            stop("immediate"); // the next start recovers from the log
        }
    }

    private void stop(String mode) throws IOException {
        user.run(
                STOP_SECONDS + 5,
                binaries.program("pg_ctl"),
                "stop",
                "--pgdata=" + directory,
                "--mode=" + mode,
                "--wait",
                "--timeout=" + STOP_SECONDS);
    }

    private String options(int port) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("port", Integer.toString(port));
        all.put("listen_addresses", "127.0.0.1");
        all.put("unix_socket_directories", "");
        all.put("timezone", "UTC");
        all.put("log_timezone", "UTC");
        all.put("log_checkpoints", "off");
        all.putAll(settings);
        return all.entrySet().stream()
                .map(setting -> "-c " + setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
