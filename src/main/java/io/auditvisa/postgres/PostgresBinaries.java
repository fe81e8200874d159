package io.auditvisa.postgres;

import io.auditvisa.config.StartProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL, unpacked once from the archive on the class path into a directory of their own. */
public final class PostgresBinaries {

    private final Path directory;

    private PostgresBinaries(Path directory) {
        this.directory = directory;
    }

    /**
     * Unpacks the archive below {@code parent} unless that has been done before. A start that is killed half-way leaves only
     * a hidden directory that nobody reads.
     *
     * @throws StartProblem when this build has no PostgreSQL for this machine, or {@code parent} cannot be written
     */
    public static PostgresBinaries unpackedBelow(Path parent) {
        URL archive = archive();
        if (archive == null) {
            throw new StartProblem("this build of AuditVisa has no PostgreSQL inside for this machine ("
                    + System.getProperty("os.name") + ", " + System.getProperty("os.arch")
                    + "): set quarkus.datasource.jdbc.url to a PostgreSQL server");
        }
        try {
            // Archives of two releases differ in size; the name keeps an upgrade from running the old programs.
            long size = archive.openConnection().getContentLengthLong();
            Path directory = parent.toAbsolutePath().resolve("postgresql-" + size);
            if (!Files.isDirectory(directory)) {
                unpack(archive, parent.toAbsolutePath(), directory);
            }
            return new PostgresBinaries(directory);
        } catch (IOException e) {
            throw new StartProblem(
                    "PostgreSQL cannot be unpacked below " + parent + " (" + Reason.of(e)
                            + "): make it writable, or point auditvisa.data-dir or auditvisa.postgres.binaries-dir elsewhere",
                    e);
        }
    }

    Path program(String name) {
        return directory.resolve("bin").resolve(name);
    }

    private static @Nullable URL archive() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String arch = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        String name = "postgres-" + os + "-" + arch + ".txz";
        return Thread.currentThread().getContextClassLoader().getResource(name);
    }

    private static void unpack(URL archive, Path parent, Path directory) throws IOException {
        Files.createDirectories(parent);
        Path unfinished = Files.createTempDirectory(parent, ".unpacking-");
        // PostgreSQL may run as another user than this process.
        Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (InputStream in = archive.openStream();
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                write(entry, tar, unfinished);
            }
        }
        try {
            Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(directory)) { // else another process was faster
                throw e;
            }
            Directories.delete(unfinished);
        }
    }

    private static void write(TarArchiveEntry entry, TarArchiveInputStream tar, Path root) throws IOException {
        Path target = root.resolve(entry.getName()).normalize();
        if (!target.startsWith(root)) {
            throw new IOException("entry outside the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.resolveSibling("."));
        if (entry.isSymbolicLink() || entry.isLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, target);
        boolean program = target.startsWith(root.resolve("bin"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
    }
}
