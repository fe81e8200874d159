package io.auditvisa.ledger;

import io.auditvisa.api.PageRequest;
import io.auditvisa.api.Selection;
import io.auditvisa.api.TimeWindow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which ledger rows finance asks for (IO-7).
 *
 * @param eventId the event that moved the money, or any later event that used the row
 * @param window UTC, {@code [from, to)}
 */
record LedgerFilter(
        @Nullable String eventId,
        @Nullable String messageId,
        @Nullable String account,
        @Nullable String source,
        @Nullable String kind,
        TimeWindow window) {

    private static final String SELECT = "SELECT " + LedgerEntry.COLUMNS + " FROM ledger_entry l";

    // By the keys there are: the events of one id are found source by source, an index on the id alone is not kept.
    private static final String USED_BY_EVENT = """
            l.id IN (SELECT id FROM ledger_entry WHERE kind = 'debit' AND event_id = ?
                     UNION ALL SELECT id FROM ledger_entry WHERE kind = 'credit' AND event_id = ?
                     UNION ALL SELECT e.ledger_entry_id FROM event_source s
                                 JOIN event e ON e.source = s.name AND e.event_id = ? WHERE e.ledger_entry_id IS NOT NULL)
            """;

    private static final String OF_MESSAGE = "l.kind = 'debit' AND l.message_id = ?";

    private static final String OF_ID = "l.id = ?";

    List<LedgerEntry> page(Connection connection, PageRequest page) throws SQLException {
        return selection().page(connection, page, "l.id", LedgerEntry::read);
    }

    List<LedgerEntry> block(Connection connection, long after, int rows) throws SQLException {
        return selection().block(connection, after, rows, "l.id", LedgerEntry::read);
    }

    static List<LedgerEntry> byId(Connection connection, long id) throws SQLException {
        return new Selection(SELECT).and(id, OF_ID).list(connection, LedgerEntry::read);
    }

    private Selection selection() {
        return new Selection(SELECT)
                .and(eventId, USED_BY_EVENT)
                .and(messageId, OF_MESSAGE)
                .and(account, "l.account = ?")
                .and(source, "l.source = ?")
                .and(kind, "l.kind = ?")
                .within(window, "l.created_at");
    }
}
