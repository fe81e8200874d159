package io.auditvisa.bench;

import io.auditvisa.bench.StoredRows.Cell;
import io.auditvisa.testing.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Fills a database with processed messages, by SQL alone: copies of a specimen's rows with own ids, accounts and times. */
final class Seeding {

    private static final int BATCH = 25_000;
    /** Ids of seeded rows start here, above everything a short warm-up has made. */
    private static final long BASE = 10_000_000;

    /** In the order of the tokens of an event, and as long as they are. */
    private static final List<String> IDS = List.of(
            "'msg_' || substr(md5('e' || g), 1, 28)",
            "'SM' || md5('m' || g)",
            "'acct_' || (100000 + g % " + BenchSettings.ACCOUNTS + ")");

    private Seeding() {}

    /** Adds {@code count} events like the one of {@code kind} with number 0, spread over half a year. */
    static void fill(String jdbcUrl, EventKind kind, int count, Progress progress) throws SQLException {
        try (Connection connection = TestServer.connect(jdbcUrl);
                Statement statement = connection.createStatement()) {
            StoredRows specimen = StoredRows.read(connection, kind.eventId(0));
            statement.execute("SET synchronous_commit = off"); // of the seeding's own session only
            for (int from = 1; from <= count; from += BATCH) {
                int to = Math.min(count, from + BATCH - 1);
                for (Map.Entry<String, List<List<Cell>>> table :
                        specimen.tables().entrySet()) {
                    for (List<Cell> row : table.getValue()) {
                        statement.execute(insert(table.getKey(), row, kind.tokens(0), from, to, count));
                    }
                }
                if (to % 200_000 == 0) {
                    progress.say("%d events stored by SQL", to);
                }
            }
            for (String table : List.of("event", "ledger_entry", "inbox_line", "crm_forward")) {
                statement.execute("SELECT setval(pg_get_serial_sequence('%s', 'id'), (SELECT max(id) FROM %s))"
                        .formatted(table, table));
            }
            statement.execute("VACUUM (ANALYZE)");
            statement.execute("CHECKPOINT");
        }
    }

    private static String insert(String table, List<Cell> row, byte[][] tokens, int from, int to, int count) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (Cell cell : row) {
            if (cell.value() != null) {
                names.add(cell.column());
                values.add(expression(table, cell, cell.value(), tokens, count));
            }
        }
        return "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM generate_series(%d, %d) g"
                .formatted(table, String.join(", ", names), String.join(", ", values), from, to);
    }

    private static String expression(String table, Cell cell, Object value, byte[][] tokens, int count) {
        boolean isId = cell.identity()
                || cell.column().equals("event")
                || cell.column().endsWith("_entry_id")
                || cell.column().endsWith("_line_id");
        if (isId) {
            return BASE + " + g";
        }
        return switch (table + "." + cell.column()) {
            case "event.slug" -> "md5('s' || g)";
            case "crm_forward.webhook_id" -> "'msg_' || md5('w' || g)";
            case "inbox_line.thread" -> "'th_' || md5('t' || g % " + BenchSettings.ACCOUNTS + ")";
            default -> plain(cell, value, tokens, count);
        };
    }

    private static String plain(Cell cell, Object value, byte[][] tokens, int count) {
        return switch (value) {
            case Timestamp time -> "clock_timestamp() - interval '180 days' * (1 - g / " + (double) count + ")";
            case byte[] bytes when bytes.length == 32 -> "sha256(convert_to('" + cell.column() + "' || g, 'UTF8'))";
            case byte[] bytes -> text(new Template(bytes, tokens), EventKind.text(bytes), tokens, true);
            case String text -> text(new Template(EventKind.ascii(text), tokens), text, tokens, false);
            default -> "'" + value + "'::" + cell.type();
        };
    }

    private static String text(Template template, String sample, byte[][] tokens, boolean bytes) {
        String sql = "'" + sample.replace("'", "''") + "'";
        if (template.isConstant()) {
            return bytes ? "'\\x" + HexFormat.of().formatHex(EventKind.ascii(sample)) + "'::bytea" : sql;
        }
        for (int i = 0; i < tokens.length; i++) {
            sql = "replace(" + sql + ", '" + EventKind.text(tokens[i]) + "', " + IDS.get(i) + ")";
        }
        return bytes ? "convert_to(" + sql + ", 'UTF8')" : sql;
    }
}
