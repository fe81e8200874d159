package io.auditvisa.bench;

import io.auditvisa.bench.RowModel.Filled;
import io.auditvisa.bench.RowModel.Origin;
import io.auditvisa.bench.RowModel.RandomHash;
import io.auditvisa.bench.RowModel.Reference;
import io.auditvisa.bench.StoredRows.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The statements that leave the rows of one event: one after the other, and as one. Made from the rows that the service left for
 * a specimen, so the floor follows every change of the schema.
 *
 * @param firsts a first-time event, one statement a round trip
 * @param first the same as one statement
 * @param repeats a repeat, one statement a round trip
 * @param repeat the same as one statement
 * @param files files of the package by their name with {@code SLUG} for the slug; empty without a certificate
 */
record FloorPlan(
        List<FloorSql> firsts, FloorSql first, List<FloorSql> repeats, FloorSql repeat, Map<String, byte[]> files) {

    /**
     * @param once rows of the specimen after its first arrival
     * @param twice its rows after one repeat
     * @param tokens of the specimen
     */
    static FloorPlan of(StoredRows once, StoredRows twice, byte[][] tokens, Map<String, byte[]> files) {
        List<RowModel> rows = new ArrayList<>();
        once.tables().forEach((table, found) -> found.forEach(row -> rows.add(RowModel.of(table, row, tokens))));
        boolean paid = !once.tables().getOrDefault("ledger_entry", List.of()).isEmpty();
        FloorSql debit = debit(tokens);
        List<FloorSql> firsts = new ArrayList<>();
        if (paid) {
            firsts.add(debit);
        }
        rows.stream().map(FloorSql::insert).forEach(firsts::add);
        FloorSql first = FloorSql.together(paid ? Map.of("p", debit) : Map.of(), rows);

        List<Cell> again = twice.tables().getOrDefault("arrival", List.of()).getLast();
        RowModel arrival = RowModel.of("arrival", again, tokens)
                .with("number", Reference.ARRIVALS)
                .with("history_number", Reference.LENGTH);
        FloorSql count = count(once, tokens);
        return new FloorPlan(
                firsts,
                first,
                List.of(count, FloorSql.insert(arrival)),
                FloorSql.together(Map.of("e", count), List.of(arrival)),
                files);
    }

    private static FloorSql debit(byte[][] tokens) {
        String sql = "UPDATE account SET balance_minor = balance_minor - 7 WHERE id = ? RETURNING balance_minor";
        return new FloorSql(sql, List.of(token(EventKind.ACCOUNT, tokens)), List.of(Reference.BALANCE));
    }

    private static FloorSql count(StoredRows once, byte[][] tokens) {
        String source = once.tables().getOrDefault("event", List.of()).getFirst().stream()
                .filter(cell -> cell.column().equals("source"))
                .map(cell -> (String) cell.value())
                .findFirst()
                .orElseThrow();
        String sql = """
                UPDATE event SET arrivals = arrivals + 1, history_length = history_length + 1, history_head = ?::bytea
                 WHERE source = '%s' AND event_id = ? RETURNING id, arrivals, history_length""".formatted(source);
        return new FloorSql(
                sql,
                List.of(new RandomHash(), token(EventKind.EVENT_ID, tokens)),
                List.of(Reference.EVENT, Reference.ARRIVALS, Reference.LENGTH));
    }

    private static Origin token(int index, byte[][] tokens) {
        return new Filled(EventKind.text(tokens[index]), new Template(tokens[index], tokens));
    }
}
