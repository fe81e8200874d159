package io.auditvisa.processing;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A statement, or several in one round trip, with its parameters bound in order. */
final class Query {

    private Query() {}

    static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        bind(statement, parameters);
        return statement;
    }

    static void bind(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            Object parameter = parameters[i];
            if (parameter == null) {
                statement.setNull(i + 1, Types.NULL);
            } else if (parameter instanceof Instant instant) {
                statement.setObject(i + 1, instant.atOffset(ZoneOffset.UTC));
            } else {
                statement.setObject(i + 1, parameter);
            }
        }
    }

    /** One member of several items as an array parameter, in their order. The driver wants arrays of {@code bytea} to be byte[][]. */
    static <T> Array array(
            Connection connection, String type, List<T> items, Function<T, ? extends @Nullable Object> member)
            throws SQLException {
        Stream<? extends @Nullable Object> values = items.stream().map(member);
        return connection.createArrayOf(type, type.equals("bytea") ? values.toArray(byte[][]::new) : values.toArray());
    }

    /**
     * Runs a round trip of three statements: settings, tried locks (a row each, in the order of the items), and a look under them.
     * The locks that were had; the look is then the statement's current result set.
     */
    static List<Boolean> tryLocks(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
        List<Boolean> mine = new ArrayList<>();
        ResultSet locks = statement.getResultSet();
        while (locks.next()) {
            mine.add(locks.getBoolean(1));
        }
        statement.getMoreResults();
        return mine;
    }

    /** Runs all statements of the round trip; the result set of the last one, on no row yet. */
    static ResultSet last(PreparedStatement statement) throws SQLException {
        boolean rows = statement.execute();
        ResultSet last = rows ? statement.getResultSet() : null;
        while (true) {
            rows = statement.getMoreResults(PreparedStatement.KEEP_CURRENT_RESULT);
            if (rows) {
                last = statement.getResultSet();
            } else if (statement.getUpdateCount() == -1) {
                break;
            }
        }
        if (last == null) {
            throw new IllegalStateException("no statement of the round trip gives rows");
        }
        return last;
    }

    /** Writes one row per parameter list, in their order, in one round trip. */
    static void each(Connection connection, String sql, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Object[] row : rows) {
                bind(statement, row);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Runs a change that must touch exactly one row. */
    static void one(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            int rows = statement.executeUpdate();
            if (rows != 1) {
                throw new IllegalStateException("one row expected, " + rows + " changed: " + sql);
            }
        }
    }
}
