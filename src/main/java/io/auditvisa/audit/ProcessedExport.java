package io.auditvisa.audit;

import io.auditvisa.api.TimeWindow;
import io.auditvisa.event.EventRow;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All events that have their official result, in the order they came; the window is over the time they got it. */
@ApplicationScoped
public class ProcessedExport {

    private static final int BLOCK = 1000;

    private static final String ROWS = "SELECT " + EventRow.COLUMNS
            + ", ARRAY(SELECT f.fact FROM event_fact f WHERE f.event = event.id ORDER BY f.fact) AS facts"
            + " FROM event WHERE id > ? AND status = 'processed'";

    private final Snapshot snapshot;

    public ProcessedExport(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** A line with its place in the export. */
    record Row(long id, ProcessedLine line) {

        private static Row read(ResultSet row) throws SQLException {
            EventRow event = EventRow.read(row);
            String[] facts = (String[]) row.getArray("facts").getArray();
            return new Row(event.id(), ProcessedLine.of(event, List.of(facts)));
        }
    }

    /** The lines of the window, block by block. */
    Blocks<Row> rows(TimeWindow window) {
        return new Blocks<>(last -> block(window, last));
    }

    private List<Row> block(TimeWindow window, @Nullable Row last) {
        Sql query = Sql.of(ROWS, last == null ? 0L : last.id())
                .addIf(window.from(), "AND first_processed_at >= ?")
                .addIf(window.to(), "AND first_processed_at < ?")
                .add("ORDER BY id LIMIT ?", BLOCK);
        return snapshot.readAtLength(connection -> query.list(connection, Row::read));
    }
}
