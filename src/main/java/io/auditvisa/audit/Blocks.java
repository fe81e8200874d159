package io.auditvisa.audit;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A long sequence of rows that is fetched block by block, each block going on after the last row of the one before. */
final class Blocks<T> {

    private final Fetch<T> fetch;
    private List<T> current;

    /** Fetches the block after a row; the first one after null. An empty block ends the sequence. */
    @FunctionalInterface
    interface Fetch<T> {
        List<T> after(@Nullable T last);
    }

    /** Takes one row. */
    @FunctionalInterface
    interface Sink<T> {
        void accept(T row) throws IOException;
    }

    /** Fetches the first block at once, so that trouble shows before anything is written. */
    Blocks(Fetch<T> fetch) {
        this.fetch = fetch;
        this.current = fetch.after(null);
    }

    void forEach(Sink<T> sink) throws IOException {
        while (!current.isEmpty()) {
            for (T row : current) {
                sink.accept(row);
            }
            current = fetch.after(current.getLast());
        }
    }
}
