package io.auditvisa.verify;

import java.util.Locale;

/** What all checks together say. */
public enum Verdict {
    /** Every check passed. */
    VALID(200),
    /** At least one check failed: something differs from what was signed or recorded. */
    INVALID(200),
    /** No certificate is shown under this address. */
    NOT_FOUND(404),
    /** Nothing failed, but something could not be checked now. */
    UNAVAILABLE(503);

    private final int httpStatus;

    Verdict(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    /** The status the answer is given with. */
    public int httpStatus() {
        return httpStatus;
    }

    /** The name in JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
