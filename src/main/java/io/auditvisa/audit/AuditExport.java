package io.auditvisa.audit;

import io.auditvisa.api.TimeWindow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The audit log in chain order, a block at a time: a slow reader holds no connection, a long log no memory. */
@ApplicationScoped
public class AuditExport {

    private static final int BLOCK = 1000;

    private static final String ROWS = "SELECT h.*, e.ref, e.event_id, e.source, coalesce("
            + "(SELECT hash FROM arrival p WHERE p.event = h.event AND p.history_number = h.history_number - 1), "
            + "(SELECT hash FROM transition p WHERE p.event = h.event AND p.history_number = h.history_number - 1)) AS prev_hash"
            + " FROM " + HistoryRow.BOTH_TABLES + " JOIN event e ON e.id = h.event"
            + " WHERE (h.event, h.history_number) > (?, ?)";

    private final Snapshot snapshot;

    public AuditExport(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** The rows of the window, block by block. */
    Blocks<ChainRow> rows(TimeWindow window) {
        return new Blocks<>(last -> block(window, last));
    }

    private List<ChainRow> block(TimeWindow window, @Nullable ChainRow last) {
        Sql query = last == null
                ? Sql.of(ROWS, 0L, 0)
                : Sql.of(ROWS, last.event(), last.row().historyNumber());
        query.addIf(window.from(), "AND h.at >= ?")
                .addIf(window.to(), "AND h.at < ?")
                .add("ORDER BY h.event, h.history_number LIMIT ?", BLOCK);
        return snapshot.readAtLength(connection -> query.list(connection, ChainRow::read));
    }
}
