package io.auditvisa.event;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads events with their public records; a twin (GO-2) together with the event whose result it shows. */
public final class EventRecords {

    /** A thin event may name a snapshot that is a twin itself. */
    private static final int LONGEST_TWIN_CHAIN = 4;

    private static final String BY_REFS = "SELECT " + EventRow.COLUMNS + " FROM event WHERE ref = ANY (?)";

    private EventRecords() {}

    /**
     * An event as it stands.
     *
     * @param canonical the event whose result a twin shows; null for every other event and while that one is unknown
     */
    public record Found(EventRow row, @Nullable EventRow canonical) {

        /** The public record. */
        public EventRecord record() {
            return row.toRecord(canonical);
        }

        /** The row that holds the official result. */
        public EventRow official() {
            return canonical == null ? row : canonical;
        }
    }

    /** The event with this ref. */
    public static Optional<Found> byRef(Connection connection, String ref) throws SQLException {
        EventRow row = rows(connection, List.of(ref)).get(ref);
        return row == null
                ? Optional.empty()
                : Optional.of(withCanonicals(connection, List.of(row)).getFirst());
    }

    /** Adds their canonicals to rows, in the same order. */
    public static List<Found> withCanonicals(Connection connection, List<EventRow> rows) throws SQLException {
        Map<String, EventRow> known = new HashMap<>();
        Set<String> wanted = canonicalRefs(rows);
        for (int i = 0; i < LONGEST_TWIN_CHAIN && !wanted.isEmpty(); i++) {
            Map<String, EventRow> found = rows(connection, wanted);
            known.putAll(found);
            wanted = canonicalRefs(found.values());
            wanted.removeAll(known.keySet());
        }
        return rows.stream().map(row -> found(row, known)).toList();
    }

    private static Found found(EventRow row, Map<String, EventRow> known) {
        return row.canonicalRef() == null
                ? new Found(row, null)
                : new Found(
                        row,
                        official(row, ref -> Optional.ofNullable(known.get(ref)))
                                .orElse(null));
    }

    private static Set<String> canonicalRefs(Collection<EventRow> rows) {
        return rows.stream()
                .flatMap(row -> Optional.ofNullable(row.canonicalRef()).stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * The event itself or, for a twin, the event at the end of its chain; empty while that is not known.
     *
     * @param byRef finds the event with a ref
     */
    public static Optional<EventRow> official(EventRow event, Function<String, Optional<EventRow>> byRef) {
        Optional<EventRow> end = Optional.of(event);
        for (int i = 0; i < LONGEST_TWIN_CHAIN; i++) {
            end = end.flatMap(row -> row.canonicalRef() == null ? Optional.of(row) : byRef.apply(row.canonicalRef()));
        }
        return end.filter(row -> row.canonicalRef() == null);
    }

    private static Map<String, EventRow> rows(Connection connection, Collection<String> refs) throws SQLException {
        Map<String, EventRow> rows = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(BY_REFS)) {
            query.setArray(1, connection.createArrayOf("text", refs.toArray()));
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    EventRow row = EventRow.read(found);
                    rows.put(row.key().ref(), row);
                }
            }
        }
        return rows;
    }
}
