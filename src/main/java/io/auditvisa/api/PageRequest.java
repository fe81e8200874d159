package io.auditvisa.api;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is asked for.
 *
 * @param limit 1–200 items
 * @param after key of the last item of the page before; null for the first page
 */
public record PageRequest(int limit, @Nullable Cursor after) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    /** Reads the query parameters {@code limit} and {@code cursor}; throws a {@code parameter_invalid} problem. */
    public static PageRequest of(@Nullable String limit, @Nullable String cursor) {
        String given = Parameter.text("cursor", cursor);
        return new PageRequest(limit(Parameter.text("limit", limit)), given == null ? null : Cursor.decode(given));
    }

    /** How many rows to fetch: one more than shown tells whether there is a next page. */
    public int rowsToFetch() {
        return limit + 1;
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= LARGEST_LIMIT) {
                return limit;
            }
        } catch (NumberFormatException notANumber) {
            // refused below, like a number out of range
        }
        throw Parameter.invalid("limit", "is not a number from 1 to " + LARGEST_LIMIT);
    }
}
