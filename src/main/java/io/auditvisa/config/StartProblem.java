package io.auditvisa.config;

import org.jspecify.annotations.Nullable;

/**
 * Something an operator has to put right before AuditVisa can start. Its message is one sentence for that operator; it is
 * printed alone on standard error, without a stack trace, and the exit code is 1.
 */
public class StartProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartProblem(String message) {
        super(message);
    }

    public StartProblem(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** A failure's message as part of such a sentence: what stood on several lines is separated by semicolons. */
    public static String oneLine(Throwable cause) {
        return String.valueOf(cause.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
