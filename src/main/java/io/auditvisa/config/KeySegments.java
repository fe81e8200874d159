package io.auditvisa.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A key taken apart at its dots, except those within quotation marks: {@code rules."message.*"} has two segments.
 *
 * @param text the key as it was written
 * @param indexed whether it ended in {@code [number]}, one member of a list
 */
record KeySegments(String text, List<String> parts, boolean indexed) {

    static KeySegments of(String key) {
        String bare = key.replaceFirst("\\[[0-9]+]$", "");
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (char c : bare.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return new KeySegments(key, List.copyOf(parts), bare.length() < key.length());
    }

    int count() {
        return parts.size();
    }

    String get(int position) {
        return parts.get(position);
    }

    /** The segments from {@code position} on, joined by dots. */
    String from(int position) {
        return String.join(".", parts.subList(position, parts.size()));
    }
}
