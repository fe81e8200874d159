package io.auditvisa.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads query parameters; an unusable one is a 400 problem {@code parameter_invalid} that names it. A blank one is absent. */
public final class Parameter {

    private static final int LONGEST = 512;
    private static final Pattern REFERENCE = Pattern.compile("av_[A-Za-z0-9_.:-]{1,400}");
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private Parameter() {}

    /** The problem of a parameter. */
    public static ProblemException invalid(String name, String why) {
        return new ProblemException(400, "parameter_invalid", name + " " + why);
    }

    /** Text without control characters; null when blank. */
    public static @Nullable String text(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            return null;
        }
        boolean unusable = value.length() > LONGEST || value.chars().anyMatch(Character::isISOControl);
        if (unusable) {
            throw invalid(name, "is longer than " + LONGEST + " characters or holds some that no value has");
        }
        return value.strip();
    }

    /** A ref in a path; one that no event can have is a 404 problem {@code not_found}. */
    public static String reference(String ref) {
        if (!REFERENCE.matcher(ref).matches()) {
            throw ProblemException.notFound("this event");
        }
        return ref;
    }

    /** One of the allowed words; null when blank. */
    public static @Nullable String oneOf(String name, @Nullable String value, Collection<String> allowed) {
        String text = text(name, value);
        if (text != null && !allowed.contains(text)) {
            throw invalid(name, "is none of " + String.join(", ", new TreeSet<>(allowed)));
        }
        return text;
    }

    /** A UTC time, ISO 8601 with {@code Z} or an offset, or a date that means its first moment in UTC; null when blank. */
    public static @Nullable Instant time(String name, @Nullable String value) {
        String text = text(name, value);
        if (text == null) {
            return null;
        }
        try {
            return storable(
                    text.indexOf('T') < 0
                            ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                            : OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notATime) {
            throw invalid(name, "is not a time like 2026-03-01T09:49:14Z");
        }
    }

    /** Refuses years that the database or ISO 8601 cannot write. */
    static Instant storable(Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new DateTimeException("beyond the years 1 to 9999");
        }
        return time;
    }
}
