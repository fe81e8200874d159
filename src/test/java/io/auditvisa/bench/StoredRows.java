package io.auditvisa.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All rows that one event has left, by table: the model of the floor, and the proof that the floor leaves the same. */
record StoredRows(Map<String, List<List<Cell>>> tables) {

    private static final String EVENT = " = (SELECT id FROM event WHERE event_id = ?)";

    /** The tables an event writes to, in the order in which the floor writes, and how its rows are found. */
    private static final Map<String, String> TABLES = tables0();

    /** One value; {@code type} as PostgreSQL names it. */
    record Cell(
            String column,
            String type,
            boolean identity,
            @Nullable Object value) {

        /** Null, or the length of what is stored; numbers and times count as equally long. */
        int length() {
            return switch (value) {
                case null -> -1;
                case String text -> text.length();
                case byte[] bytes -> bytes.length;
                default -> 8;
            };
        }
    }

    private static Map<String, String> tables0() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("ledger_entry", "event_id = ?");
        tables.put("inbox_line", "event_id = ?");
        tables.put("event", "event_id = ?");
        tables.put("event_fact", "event" + EVENT);
        tables.put("arrival", "event" + EVENT + " ORDER BY number");
        tables.put("transition", "event" + EVENT + " ORDER BY number");
        tables.put("crm_forward", "event" + EVENT);
        tables.put("delivery", "event" + EVENT);
        tables.put("notification", "event" + EVENT);
        return tables;
    }

    static StoredRows read(Connection connection, String eventId) throws SQLException {
        Map<String, List<List<Cell>>> rows = new LinkedHashMap<>();
        for (Map.Entry<String, String> table : TABLES.entrySet()) {
            List<List<Cell>> found = new ArrayList<>();
            String sql = "SELECT * FROM " + table.getKey() + " WHERE " + table.getValue();
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setString(1, eventId);
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        found.add(cells(row));
                    }
                }
            }
            rows.put(table.getKey(), found);
        }
        return new StoredRows(rows);
    }

    private static List<Cell> cells(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        List<Cell> cells = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String type = columns.getColumnTypeName(i).replace("bigserial", "int8");
            // the background pass may have looked at this delivery by now
            Object value = columns.getColumnName(i).equals("scrubbed_at") ? null : row.getObject(i);
            cells.add(new Cell(columns.getColumnName(i), type, columns.isAutoIncrement(i), value));
        }
        return cells;
    }

    /** What differs between the rows of two events of one kind, as a sentence; empty when nothing does. */
    String differenceFrom(StoredRows other) {
        for (String table : TABLES.keySet()) {
            List<List<Cell>> mine = tables.getOrDefault(table, List.of());
            List<List<Cell>> theirs = other.tables.getOrDefault(table, List.of());
            if (mine.size() != theirs.size()) {
                return table + ": " + mine.size() + " rows, not " + theirs.size();
            }
            for (int row = 0; row < mine.size(); row++) {
                for (int i = 0; i < mine.get(row).size(); i++) {
                    Cell one = mine.get(row).get(i);
                    Cell two = theirs.get(row).get(i);
                    // a number inside a text may have a digit more, a time its trailing zeros less
                    if ((one.value == null) != (two.value == null) || Math.abs(one.length() - two.length()) > 12) {
                        return table + "." + one.column + ": " + one.length() + " bytes, not " + two.length();
                    }
                }
            }
        }
        return "";
    }

    /** Tables with fresh rows that no floor writes: a sign that the floor has to learn something new. */
    static List<String> unknownTables(Connection connection) throws SQLException {
        String sql = """
                SELECT relname FROM pg_stat_user_tables WHERE n_tup_ins > 100 AND NOT relname = ANY (?)
                   AND relname <> 'account' ORDER BY relname""";
        List<String> unknown = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setArray(1, connection.createArrayOf("text", TABLES.keySet().toArray()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    unknown.add(row.getString(1));
                }
            }
        }
        return unknown;
    }
}
