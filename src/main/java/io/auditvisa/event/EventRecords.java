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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads events with their public records; a twin (GO-2) together with the event whose result it shows. */
public final class EventRecords {

    /** A thin event may name a snapshot that is a twin itself. */
    public static final int LONGEST_TWIN_CHAIN = 4;

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
        return rows.stream().map(row -> new Found(row, canonical(row, known))).toList();
    }

    private static Set<String> canonicalRefs(Collection<EventRow> rows) {
        return rows.stream()
                .flatMap(row -> Optional.ofNullable(row.canonicalRef()).stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** The end of the chain; null for an event that is no twin, and while that end is unknown. */
    private static @Nullable EventRow canonical(EventRow twin, Map<String, EventRow> known) {
        EventRow row = twin;
        for (int i = 0; i < LONGEST_TWIN_CHAIN && row != null && row.canonicalRef() != null; i++) {
            row = known.get(row.canonicalRef());
        }
        return row == twin || row == null || row.canonicalRef() != null ? null : row;
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
