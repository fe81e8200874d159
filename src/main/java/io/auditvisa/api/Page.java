package io.auditvisa.api;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items at most {@code limit} of them
 * @param nextCursor where the next page begins; null on the last page
 */
@RegisterForReflection
public record Page<T>(List<T> items, @Nullable String nextCursor) {

    /** A page out of up to {@code limit + 1} rows: the extra row, if there is one, only shows that a next page exists. */
    public static <R, T> Page<T> of(List<R> rows, PageRequest request, Function<R, Cursor> key, Function<R, T> item) {
        boolean more = rows.size() > request.limit();
        List<R> shown = more ? rows.subList(0, request.limit()) : rows;
        return new Page<>(
                shown.stream().map(item).toList(),
                more ? key.apply(shown.getLast()).encode() : null);
    }
}
