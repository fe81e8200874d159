package io.auditvisa.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in plain words why a file operation failed; the JDK's messages are often only a path. */
final class Reason {

    private Reason() {}

    static String of(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "permission denied: " + denied.getFile();
            case FileAlreadyExistsException exists -> exists.getFile() + " is not a directory";
            case NoSuchFileException missing -> "no such file or directory: " + missing.getFile();
            case FileSystemException other when other.getReason() != null -> other.getReason() + ": " + other.getFile();
            default -> String.valueOf(e.getMessage());
        };
    }
}
