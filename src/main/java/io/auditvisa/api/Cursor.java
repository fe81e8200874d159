package io.auditvisa.api;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The key of an item in a list's order, opaque to callers. A list that goes on after a key stays stable while rows arrive. */
public final class Cursor {

    private static final String SEPARATOR = "\n";

    private final List<String> parts;

    private Cursor(List<String> parts) {
        this.parts = parts;
    }

    /** The cursor of a key; its parts are written with {@code toString}. */
    public static Cursor of(Object... parts) {
        return new Cursor(Stream.of(parts).map(Object::toString).toList());
    }

    /** Reads what {@link #encode} wrote; throws a {@code parameter_invalid} problem for anything else. */
    public static Cursor decode(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return new Cursor(List.of(Pattern.compile(SEPARATOR).split(new String(bytes, StandardCharsets.UTF_8))));
        } catch (IllegalArgumentException notBase64) {
            throw invalid();
        }
    }

    /** The form that stands in {@code next_cursor}. */
    public String encode() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(String.join(SEPARATOR, parts).getBytes(StandardCharsets.UTF_8));
    }

    /** A part that is text. */
    public String text(int index) {
        return part(index);
    }

    /** A part that is a number. */
    public long number(int index) {
        try {
            return Long.parseLong(part(index));
        } catch (NumberFormatException notANumber) {
            throw invalid();
        }
    }

    /** A part that is a time. */
    public Instant instant(int index) {
        try {
            return Parameter.storable(Instant.parse(part(index)));
        } catch (DateTimeException notATime) {
            throw invalid();
        }
    }

    private String part(int index) {
        if (index >= parts.size()) {
            throw invalid();
        }
        return parts.get(index);
    }

    private static ProblemException invalid() {
        return Parameter.invalid("cursor", "is not one that this list gave out");
    }
}
