package io.auditvisa.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names what differs between two contents of one event id (GO-1), as JSON pointers (RFC 6901). */
public final class ContentDiff {

    /** More differing members than this are not named. */
    public static final int MAX_POINTERS = 50;

    private ContentDiff() {}

    /**
     * The members that differ, in document order of their sorted names. The empty pointer stands for the whole document: one
     * of the two is not the JSON that was once accepted.
     *
     * @param ignoredTopLevel members that a provider changes between retries
     */
    public static List<String> pointers(byte[] first, byte[] later, Set<String> ignoredTopLevel) {
        if (!(StrictJson.parse(first) instanceof StrictJson.Parsed firstParsed)
                || !(StrictJson.parse(later) instanceof StrictJson.Parsed laterParsed)) {
            return Arrays.equals(first, later) ? List.of() : List.of("");
        }
        List<String> pointers = new ArrayList<>();
        firstParsed.root().remove(ignoredTopLevel);
        laterParsed.root().remove(ignoredTopLevel);
        compare("", firstParsed.root(), laterParsed.root(), pointers);
        return List.copyOf(pointers);
    }

    private static void compare(String pointer, JsonNode first, JsonNode later, List<String> pointers) {
        if (pointers.size() >= MAX_POINTERS) {
            return;
        }
        if (first.isObject() && later.isObject()) {
            compareObjects(pointer, first, later, pointers);
        } else if (first.isArray() && later.isArray()) {
            compareArrays(pointer, first, later, pointers);
        } else if (!Arrays.equals(CanonicalJson.bytes(first), CanonicalJson.bytes(later))) {
            pointers.add(pointer);
        }
    }

    private static void compareObjects(String pointer, JsonNode first, JsonNode later, List<String> pointers) {
        Set<String> names = new TreeSet<>();
        first.fieldNames().forEachRemaining(names::add);
        later.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            compareParts(pointer + "/" + escape(name), first.path(name), later.path(name), pointers);
        }
    }

    private static void compareArrays(String pointer, JsonNode first, JsonNode later, List<String> pointers) {
        for (int i = 0; i < Math.max(first.size(), later.size()); i++) {
            compareParts(pointer + "/" + i, first.path(i), later.path(i), pointers);
        }
    }

    private static void compareParts(String pointer, JsonNode first, JsonNode later, List<String> pointers) {
        if (pointers.size() >= MAX_POINTERS) {
            return;
        }
        if (first.isMissingNode() || later.isMissingNode()) {
            pointers.add(pointer);
        } else {
            compare(pointer, first, later, pointers);
        }
    }

    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
