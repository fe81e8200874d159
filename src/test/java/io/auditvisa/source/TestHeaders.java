package io.auditvisa.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Request headers, found in any case as HTTP wants it. */
public final class TestHeaders implements RequestHeaders {

    private final Map<String, List<String>> values = new TreeMap<>();

    /** No header at all. */
    public static TestHeaders none() {
        return new TestHeaders();
    }

    /** One header. */
    public static TestHeaders of(String name, String value) {
        return none().with(name, value);
    }

    /** The headers of a map. */
    public static TestHeaders of(Map<String, String> headers) {
        TestHeaders all = none();
        headers.forEach(all::with);
        return all;
    }

    /** Adds a header, beside what there is of that name. */
    public TestHeaders with(String name, String value) {
        values.computeIfAbsent(name.toLowerCase(Locale.ROOT), any -> new ArrayList<>())
                .add(value);
        return this;
    }

    @Override
    public List<String> all(String name) {
        return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }
}
