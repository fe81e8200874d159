package io.auditvisa.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A query that grows with the filters that are set. */
final class Sql {

    private final StringBuilder text;
    private final List<Object> parameters = new ArrayList<>();

    /** Reads the current row of a result. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Takes the current row of a result, one after the other, without keeping them. */
    @FunctionalInterface
    interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    private Sql(String text) {
        this.text = new StringBuilder(text);
    }

    /** A query that begins like this. */
    static Sql of(String text, Object... parameters) {
        return new Sql(text).add("", parameters);
    }

    /** Goes on with this. */
    Sql add(String more, Object... values) {
        text.append(' ').append(more);
        for (Object value : values) {
            parameters.add(value instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : value);
        }
        return this;
    }

    /** Goes on with a condition of one parameter, when there is a value for it. */
    Sql addIf(@Nullable Object value, String more) {
        return value == null ? this : add(more, value);
    }

    <T> List<T> list(Connection connection, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        each(connection, 0, row -> rows.add(reader.read(row)));
        return rows;
    }

    <T> Optional<T> first(Connection connection, RowReader<T> reader) throws SQLException {
        return list(connection, reader).stream().findFirst();
    }

    /** Hands out the rows as they come, {@code fetchSize} at a time; needs a transaction when {@code fetchSize > 0}. */
    void each(Connection connection, int fetchSize, RowConsumer consumer) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(text.toString())) {
            query.setFetchSize(fetchSize);
            for (int i = 0; i < parameters.size(); i++) {
                query.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    consumer.accept(rows);
                }
            }
        }
    }

    static Instant requiredTime(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
