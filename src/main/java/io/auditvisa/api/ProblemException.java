package io.auditvisa.api;

import org.jspecify.annotations.Nullable;

/** Ends a request with a {@link Problem}; thrown by resources and what they call for expected refusals, hence no stack trace. */
public class ProblemException extends RuntimeException {

    private final int status;
    private final String code;
    private final int retryAfterSeconds;

    public ProblemException(int status, String code, String detail) {
        this(status, code, detail, 0);
    }

    /** A positive {@code retryAfterSeconds} becomes the Retry-After header. */
    public ProblemException(int status, String code, String detail, int retryAfterSeconds) {
        this(status, code, detail, retryAfterSeconds, null);
    }

    /** The cause is for callers inside: it is neither answered nor logged. */
    public ProblemException(int status, String code, String detail, int retryAfterSeconds, @Nullable Throwable cause) {
        super(detail, cause, false, false);
        this.status = status;
        this.code = code;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    public static ProblemException notFound(String what) {
        return new ProblemException(404, "not_found", what + " is not known");
    }
}
