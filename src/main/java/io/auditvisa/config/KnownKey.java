package io.auditvisa.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One setting: the shape of its key, and what its value must be. */
record KnownKey(List<String> segments, boolean list, ValueCheck check) {

    private static final String NAME = "[a-z][a-z0-9-]*";

    static KnownKey of(String pattern, ValueCheck check) {
        boolean list = pattern.endsWith("[]");
        String key = list ? pattern.substring(0, pattern.length() - 2) : pattern;
        return new KnownKey(List.of(key.split("\\.")), list, check);
    }

    boolean matches(KeySegments key) {
        if (key.count() != segments.size() || (key.indexed() && !list)) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            String expected = segments.get(i);
            boolean fits = expected.equals("*") ? freeNameFits(i, key.get(i)) : expected.equals(key.get(i));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** Sources and tokens have names; the last segment of a rule is a type pattern, which has hardly any rules. */
    private boolean freeNameFits(int position, String name) {
        boolean typePattern = position == segments.size() - 1;
        return typePattern ? !name.isBlank() : name.matches(NAME);
    }

    /** This key with the names that {@code key} chose, to compare the two. */
    String filledFrom(KeySegments key) {
        List<String> filled = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            boolean chosen = segments.get(i).equals("*");
            filled.add(chosen ? (i < key.count() ? key.get(i) : "<name>") : segments.get(i));
        }
        return String.join(".", filled);
    }

    /** The regular expression of the environment variable, without its prefix; a group for each chosen name. */
    String variablePattern() {
        List<String> parts = new ArrayList<>();
        for (String segment : segments) {
            parts.add(segment.equals("*") ? "([A-Z][A-Z0-9_]*?)" : variableName(segment));
        }
        return String.join("_", parts) + (list ? "(?:_([0-9]+)_?)?" : "");
    }

    private static String variableName(String segment) {
        return segment.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
