package io.auditvisa.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Durable steps on files and folders. Each is one call, so that what survives a crash between two can be told by reading. */
final class Folders {

    private Folders() {}

    /** Makes a folder; one that is there is emptied, and parents that are missing are made. */
    static void createEmpty(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException leftover) {
            remove(folder);
            Files.createDirectory(folder);
        } catch (NoSuchFileException noParent) {
            Files.createDirectories(folder);
        }
    }

    /** Writes a new file and waits until the disk has it. */
    static void writeDurably(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Waits until the disk has the folder's entries. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The names in a folder, sorted. */
    static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }

    /** Whether two folders hold the same file names with the same bytes. */
    static boolean areEqual(Path one, Path other) throws IOException {
        if (!Files.isDirectory(other)) {
            return false;
        }
        List<Path> files = entries(one);
        List<Path> others = entries(other);
        if (files.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < files.size(); i++) {
            if (!files.get(i).getFileName().equals(others.get(i).getFileName())
                    || !Files.isRegularFile(others.get(i))
                    || !Arrays.equals(Files.readAllBytes(files.get(i)), Files.readAllBytes(others.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** One rename(2): it takes a free name or an empty folder's and leaves everything else alone. */
    static boolean renameWithoutReplacing(Path folder, Path target) throws IOException {
        try {
            Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (AtomicMoveNotSupportedException otherFileSystem) {
            throw otherFileSystem;
        } catch (FileSystemException taken) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw taken;
        }
    }

    /** Copies a file or folder durably to a name that is free. */
    static void copy(Path source, Path target) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectory(target.resolve(source.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = file.equals(source)
                        ? target
                        : target.resolve(source.relativize(file).toString());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                sync(target.resolve(source.relativize(folder).toString()));
                return super.postVisitDirectory(folder, failure);
            }
        });
    }

    /** Removes a file or folder with all it holds; one that is gone, also half-way, is fine. */
    static void remove(Path path) throws IOException {
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException someoneElseWasFaster) {
            // two replicas tidy up the same leftovers
        }
    }
}
