package io.auditvisa.source;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Reads members of content that may hold anything. */
public final class Members {

    /** Longest text that takes part in a key or an index. */
    public static final int MAX_KEY_LENGTH = 255;

    private Members() {}

    /** A string that is not blank; null when the member is absent or something else. */
    public static @Nullable String text(JsonNode object, String name) {
        JsonNode member = object.path(name);
        return member.isTextual() && !member.textValue().isBlank() ? member.textValue() : null;
    }

    /** As {@link #text}, but null for what is too long for a key. */
    public static @Nullable String key(JsonNode object, String name) {
        String text = text(object, name);
        return text == null || text.length() > MAX_KEY_LENGTH ? null : text;
    }

    /** A boolean; null when the member is absent or something else. */
    public static @Nullable Boolean bool(JsonNode object, String name) {
        JsonNode member = object.path(name);
        return member.isBoolean() ? member.booleanValue() : null;
    }

    /** Whether the member is there and not null. */
    public static boolean has(JsonNode object, String name) {
        return object.hasNonNull(name);
    }
}
