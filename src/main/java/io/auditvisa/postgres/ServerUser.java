package io.auditvisa.postgres;

import io.auditvisa.config.StartProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * As whom PostgreSQL's programs run. They refuse to run as root, so a root process starts them either in a user namespace of
 * their own, where the same user is nobody in particular, or (where that is forbidden, as in many containers) as user 65534.
 */
enum ServerUser {
    /** This process is not root: its own user will do. */
    OWN(-1, List.of()),
    /** Root, with user namespaces: the files stay root's. */
    NAMESPACE(0, List.of("unshare", "-U")),
    /** Root, without: the files are given to nobody. */
    NOBODY(65534, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    private static final Logger LOG = Logger.getLogger(ServerUser.class);

    private final int owner;
    private final List<String> prefix;

    /**
     * @param owner whose the files must be; -1: this process can only make its own
     */
    ServerUser(int owner, List<String> prefix) {
        this.owner = owner;
        this.prefix = prefix;
    }

    static ServerUser forThisProcess() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return OWN;
        }
        for (ServerUser user : List.of(NAMESPACE, NOBODY)) {
            if (user.works()) {
                return user;
            }
        }
        throw new StartProblem(
                "PostgreSQL does not run as root, and neither unshare nor setpriv can start it as somebody else here:"
                        + " run AuditVisa as another user, or set quarkus.datasource.jdbc.url to a PostgreSQL server");
    }

    /** Makes {@code directory} usable for the programs of this user, also after a start as another one. */
    void own(Path directory) throws IOException {
        if (owner >= 0 && !Files.getAttribute(directory, "unix:uid").equals(owner)) {
            Directories.giveTo(owner, directory);
        }
    }

    /**
     * Runs a program to its end.
     *
     * @return what it printed
     * @throws IOException if it could not be started, failed, or took longer than {@code seconds}; the message holds its output
     */
    String run(long seconds, Path program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(program.toString());
        command.addAll(List.of(arguments));
        LOG.debugf("Running %s", command);
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile()) // the own working directory may be closed to that user
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!finished(process, seconds)) {
            process.destroyForcibly();
            throw new IOException(program.getFileName() + " did not finish within " + seconds + " s");
        }
        if (process.exitValue() != 0) {
            throw new IOException(program.getFileName() + " failed: " + output.replaceAll("\\s*\\R\\s*", " "));
        }
        return output;
    }

    /** Whether a program can be run this way, and finds a user name, which initdb wants. */
    private boolean works() {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("id", "-un"));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String name = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return finished(process, 10) && process.exitValue() == 0 && !name.equals("root");
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean finished(Process process, long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
