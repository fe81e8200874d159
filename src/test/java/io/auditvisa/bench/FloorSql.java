package io.auditvisa.bench;

import io.auditvisa.bench.RowModel.Column;
import io.auditvisa.bench.RowModel.Expression;
import io.auditvisa.bench.RowModel.From;
import io.auditvisa.bench.RowModel.Origin;
import io.auditvisa.bench.RowModel.Reference;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Statement text with the origins of its parameters in order. {@code gives}: what its one result row tells. */
record FloorSql(String sql, List<Origin> parameters, List<Reference> gives) {

    private static final Map<String, Reference> GIVES_ID =
            Map.of("event", Reference.EVENT, "ledger_entry", Reference.LEDGER, "inbox_line", Reference.INBOX);

    /** The INSERT of one row as a statement of its own: what other statements gave is a parameter. */
    static FloorSql insert(RowModel row) {
        List<String> values = new ArrayList<>();
        List<Origin> parameters = new ArrayList<>();
        for (Column column : row.columns()) {
            if (column.origin() instanceof Expression(String sql)) {
                values.add(sql);
            } else {
                values.add("?::" + column.type());
                parameters.add(column.origin());
            }
        }
        Reference gives = GIVES_ID.get(row.table());
        String returning = gives == null ? "" : " RETURNING id";
        String sql = into(row) + " VALUES (" + String.join(", ", values) + ")" + returning;
        return new FloorSql(sql, parameters, gives == null ? List.of() : List.of(gives));
    }

    /** All rows of one event as one statement; {@code first}: the WITH items they build on, by alias. */
    static FloorSql together(Map<String, FloorSql> first, List<RowModel> rows) {
        List<String> items = new ArrayList<>();
        List<Origin> parameters = new ArrayList<>();
        first.forEach((alias, item) -> {
            items.add(alias + " AS (" + item.sql + ")");
            parameters.addAll(item.parameters);
        });
        for (RowModel row : rows) {
            Reference gives = GIVES_ID.get(row.table());
            String alias = gives == null ? "r" + items.size() : gives.alias;
            String returning = gives == null ? "" : " RETURNING id";
            items.add(alias + " AS (" + select(row, parameters) + returning + ")");
        }
        String sql = "WITH " + String.join(",\n", items) + "\nSELECT 1 FROM e";
        return new FloorSql(sql, parameters, List.of());
    }

    private static String select(RowModel row, List<Origin> parameters) {
        List<String> values = new ArrayList<>();
        List<String> from = new ArrayList<>();
        for (Column column : row.columns()) {
            switch (column.origin()) {
                case Expression(String sql) -> values.add(sql);
                case From(Reference reference) -> {
                    values.add(reference.alias + "." + reference.column);
                    if (!from.contains(reference.alias)) {
                        from.add(reference.alias);
                    }
                }
                default -> {
                    values.add("?::" + column.type());
                    parameters.add(column.origin());
                }
            }
        }
        String sources = from.isEmpty() ? "" : " FROM " + String.join(", ", from);
        return into(row) + " SELECT " + String.join(", ", values) + sources;
    }

    private static String into(RowModel row) {
        List<String> names = row.columns().stream().map(Column::name).toList();
        return "INSERT INTO " + row.table() + " (" + String.join(", ", names) + ")";
    }

    /** Binds the parameters for an event; {@code given} holds what earlier statements gave. */
    void bind(PreparedStatement statement, byte[][] tokens, OffsetDateTime now, EnumMap<Reference, Long> given)
            throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            Origin origin = parameters.get(i);
            Object value = origin instanceof From(Reference reference)
                    ? given.get(reference)
                    : RowModel.value(origin, tokens, now);
            if (value instanceof byte[] bytes) {
                statement.setBytes(i + 1, bytes);
            } else {
                statement.setObject(i + 1, value);
            }
        }
    }
}
