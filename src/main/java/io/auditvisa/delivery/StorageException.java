package io.auditvisa.delivery;

/** The storage did not do what was asked: full, read-only, gone. A technical failure; the run is tried again. */
public class StorageException extends RuntimeException {

    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }

    public StorageException(String message) {
        super(message);
    }
}
