package io.auditvisa.processing;

/** The source is paused (IO-10): nothing is stored, nothing runs. */
public final class SourcePausedException extends RuntimeException {

    SourcePausedException(String source) {
        super("source " + source + " is paused", null, false, false);
    }
}
