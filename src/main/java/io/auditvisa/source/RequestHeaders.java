package io.auditvisa.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers of a request, without HTTP types. */
@FunctionalInterface
public interface RequestHeaders {

    /** All values of a header in the order they came; the name matches in any case. Empty when there is none. */
    List<String> all(String name);

    /** The values as the one value they stand for; null when the header is missing. */
    default @Nullable String joined(String name, String separator) {
        List<String> values = all(name);
        return values.isEmpty() ? null : String.join(separator, values);
    }
}
