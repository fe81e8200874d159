package io.auditvisa.delivery;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a Range header asks for (RFC 9110, 14). Several ranges at once are not served: the whole is. */
sealed interface ByteRange {

    /** Everything: no header, or one that may be ignored. */
    record Whole() implements ByteRange {}

    /** Bytes {@code first} to {@code last}, both inclusive. */
    record Part(int first, int last) implements ByteRange {}

    /** Nothing of the file lies in the range: 416. */
    record Unsatisfiable() implements ByteRange {}

    Pattern SINGLE = Pattern.compile("bytes=\\s*(\\d{0,18})-(\\d{0,18})\\s*");

    /** Reads the header for a file of {@code length} bytes. */
    static ByteRange of(@Nullable String header, int length) {
        Matcher single = SINGLE.matcher(header == null ? "" : header);
        if (!single.matches()) {
            return new Whole();
        }
        String first = single.group(1);
        String last = single.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? new Whole() : lastBytes(Long.parseLong(last), length);
        }
        long from = Long.parseLong(first);
        long to = last.isEmpty() ? Long.MAX_VALUE : Long.parseLong(last);
        if (to < from) {
            return new Whole();
        }
        return from >= length ? new Unsatisfiable() : new Part((int) from, (int) Math.min(to, length - 1));
    }

    private static ByteRange lastBytes(long count, int length) {
        return count == 0 || length == 0
                ? new Unsatisfiable()
                : new Part((int) Math.max(0, length - count), length - 1);
    }
}
