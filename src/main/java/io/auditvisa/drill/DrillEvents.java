package io.auditvisa.drill;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a drill needs of the database; changes nothing. */
@ApplicationScoped
class DrillEvents {

    private static final String COLUMNS = "SELECT id, ref, event_id, status, imported, payload FROM event ";
    private static final String BY_KEY = COLUMNS + "WHERE source = ? AND event_id = ?";
    private static final String NEWEST = COLUMNS
            + "WHERE source = ? AND status = 'processed' AND NOT imported"
            + " ORDER BY created_at DESC, id DESC LIMIT 1";
    private static final String COUNTS = """
            SELECT e.arrivals,
                   (SELECT count(*) FROM delivery d WHERE d.event = e.id) AS certificates,
                   (SELECT count(*) FROM ledger_entry l WHERE l.kind = 'debit' AND l.source = e.source
                      AND (l.event_id = e.event_id OR l.message_id = e.message_id)) AS debits,
                   (SELECT count(*) FROM inbox_line i WHERE i.source = e.source
                      AND (i.event_id = e.event_id OR i.id = e.inbox_line_id)) AS inbox_lines,
                   (SELECT count(*) FROM notification n WHERE n.event = e.id) AS notifications,
                   (SELECT a.balance_minor FROM account a WHERE a.id = e.account) AS balance_minor
              FROM event e WHERE e.id = ?""";
    private static final String ENTRIES = """
            SELECT l.id FROM ledger_entry l JOIN event e ON e.id = ?
             WHERE l.id = e.ledger_entry_id OR (l.source = e.source AND l.event_id = e.event_id) ORDER BY l.id""";
    private static final String LINES = """
            SELECT i.id FROM inbox_line i JOIN event e ON e.id = ?
             WHERE i.id = e.inbox_line_id OR (i.source = e.source AND i.event_id = e.event_id) ORDER BY i.id""";

    private final AgroalDataSource dataSource;

    DrillEvents(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** An event that could be replayed; {@code payload} is null once it was erased. */
    record Candidate(long id, String ref, String eventId, String status, boolean imported, byte @Nullable [] payload) {}

    Optional<Candidate> find(String source, String eventId) {
        return candidate(BY_KEY, source, eventId);
    }

    Optional<Candidate> newestProcessed(String source) {
        return candidate(NEWEST, source);
    }

    DrillReport.Counts counts(long event) {
        return query(
                COUNTS,
                rows -> {
                    if (!rows.next()) {
                        throw new IllegalStateException("event " + event + " is gone");
                    }
                    return new DrillReport.Counts(
                            rows.getLong("arrivals"),
                            rows.getLong("certificates"),
                            rows.getLong("debits"),
                            rows.getLong("inbox_lines"),
                            rows.getLong("notifications"),
                            rows.getObject("balance_minor", Long.class));
                },
                event);
    }

    List<Long> ledgerEntryIds(long event) {
        return ids(ENTRIES, event);
    }

    List<Long> inboxLineIds(long event) {
        return ids(LINES, event);
    }

    private Optional<Candidate> candidate(String sql, Object... parameters) {
        return query(
                sql,
                rows -> rows.next()
                        ? Optional.of(new Candidate(
                                rows.getLong("id"),
                                rows.getString("ref"),
                                rows.getString("event_id"),
                                rows.getString("status"),
                                rows.getBoolean("imported"),
                                rows.getBytes("payload")))
                        : Optional.empty(),
                parameters);
    }

    private List<Long> ids(String sql, long event) {
        return query(
                sql,
                rows -> {
                    List<Long> ids = new ArrayList<>();
                    while (rows.next()) {
                        ids.add(rows.getLong(1));
                    }
                    return ids;
                },
                event);
    }

    private interface Reader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private <T> T query(String sql, Reader<T> reader, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return reader.read(rows);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
