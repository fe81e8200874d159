package io.auditvisa.processing;

import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRecords;
import io.auditvisa.event.EventRow;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Optional;

/** Reads events without locking them. */
@ApplicationScoped
public class Events {

    private final Database database;

    Events(Database database) {
        this.database = database;
    }

    /** The event of this row id. */
    public Optional<EventRow> byId(long id) {
        return read(EventSql.BY_ID, id);
    }

    /** The event of this reference. */
    public Optional<EventRow> byRef(String ref) {
        return read(EventSql.BY_REF, ref);
    }

    /** The event of this key. */
    public Optional<EventRow> byKey(EventKey key) {
        return byRef(key.ref());
    }

    /** The event itself or, for a twin, the event at the end of its chain (GO-2); empty while that is not known. */
    public Optional<EventRow> officialOf(EventRow event) {
        return EventRecords.official(event, this::byRef);
    }

    private Optional<EventRow> read(String sql, Object parameter) {
        return database.statement(connection -> {
            try (PreparedStatement statement = Query.prepare(connection, sql, parameter);
                    ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(EventRow.read(rows)) : Optional.empty();
            }
        });
    }
}
