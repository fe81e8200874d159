package io.auditvisa.api;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A SELECT that grows with the filters that are set. Newest first by a numeric key, so that pages stay stable while rows arrive. */
public final class Selection {

    private final StringBuilder text;
    private final List<Object> parameters = new ArrayList<>();
    private String separator = " WHERE ";

    /** Reads the current row. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Begins with everything up to the FROM clause. */
    public Selection(String select) {
        this.text = new StringBuilder(select);
    }

    /** Adds a condition whose parameters are all this value, when there is one. */
    public Selection and(@Nullable Object value, String condition) {
        if (value == null) {
            return this;
        }
        text.append(separator).append('(').append(condition).append(')');
        separator = " AND ";
        Object parameter = value instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : value;
        for (long marks = condition.chars().filter(c -> c == '?').count(); marks > 0; marks--) {
            parameters.add(parameter);
        }
        return this;
    }

    /** Adds a window of time over a column. */
    public Selection within(TimeWindow window, String column) {
        return and(window.from(), column + " >= ?").and(window.to(), column + " < ?");
    }

    /** One row more than the page, newest first. */
    public <T> List<T> page(Connection connection, PageRequest page, String key, RowReader<T> reader)
            throws SQLException {
        Cursor after = page.after();
        and(after == null ? null : after.number(0), key + " < ?");
        text.append(" ORDER BY ").append(key).append(" DESC LIMIT ").append(page.rowsToFetch());
        return list(connection, reader);
    }

    /** The first rows in the order of a key. */
    public <T> List<T> first(Connection connection, int rows, String key, RowReader<T> reader) throws SQLException {
        text.append(" ORDER BY ").append(key).append(" LIMIT ").append(rows);
        return list(connection, reader);
    }

    /** The next rows in the order of a numeric key, to go through a long selection block by block. */
    public <T> List<T> block(Connection connection, long after, int rows, String key, RowReader<T> reader)
            throws SQLException {
        return and(after, key + " > ?").first(connection, rows, key, reader);
    }

    /** All rows. */
    public <T> List<T> list(Connection connection, RowReader<T> reader) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(text.toString())) {
            for (int i = 0; i < parameters.size(); i++) {
                query.setObject(i + 1, parameters.get(i));
            }
            List<T> found = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(reader.read(rows));
                }
            }
            return found;
        }
    }
}
