package io.auditvisa.bench;

import io.auditvisa.bench.StoredRows.Cell;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One row as the service left it, made into a model for any number of rows: same columns, same lengths, own ids. What is
 * unique or indexed gets fresh values; hashes are random bytes, as the floor computes none.
 */
record RowModel(String table, List<Column> columns) {

    private static final int HASH = 32;
    private static final Set<String> EVENT_CHILDREN =
            Set.of("event_fact", "arrival", "transition", "crm_forward", "delivery", "notification");

    /** Something that another statement of the same event has given. */
    enum Reference {
        EVENT("e", "id"),
        ARRIVALS("e", "arrivals"),
        LENGTH("e", "history_length"),
        LEDGER("l", "id"),
        INBOX("i", "id"),
        BALANCE("p", "balance_minor");

        final String alias;
        final String column;

        Reference(String alias, String column) {
            this.alias = alias;
            this.column = column;
        }
    }

    /** Where the value of a column comes from. */
    sealed interface Origin {}

    record From(Reference reference) implements Origin {}

    record Expression(String sql) implements Origin {}

    /** The model's own value, with the tokens of the event in it. */
    record Filled(Object sample, Template template) implements Origin {}

    record RandomHash() implements Origin {}

    /** {@code prefix} and random lower-case hex digits. */
    record RandomHex(String prefix, int digits) implements Origin {}

    /** Hash of the account: rows of one account share it. */
    record AccountHex(String prefix) implements Origin {}

    record Now() implements Origin {}

    record Column(String name, String type, Origin origin) {}

    static RowModel of(String table, List<Cell> cells, byte[][] tokens) {
        List<Column> columns = new ArrayList<>();
        for (Cell cell : cells) {
            if (cell.value() != null && !cell.identity()) {
                columns.add(new Column(cell.column(), cell.type(), origin(table, cell, cell.value(), tokens)));
            }
        }
        return new RowModel(table, columns);
    }

    private static Origin origin(String table, Cell cell, Object value, byte[][] tokens) {
        String column = cell.column();
        if (column.equals("event") && EVENT_CHILDREN.contains(table)) {
            return new From(Reference.EVENT);
        }
        return switch (table + "." + column) {
            case "event.ledger_entry_id" -> new From(Reference.LEDGER);
            case "event.inbox_line_id" -> new From(Reference.INBOX);
            case "ledger_entry.balance_after_minor" -> new From(Reference.BALANCE);
            case "delivery.id" -> new Expression("nextval('delivery_seq')");
            case "event.slug", "delivery.slug" -> new RandomHex("", 32);
            case "crm_forward.webhook_id" -> new RandomHex("msg_", 32);
            case "inbox_line.thread" -> new AccountHex("th_");
            case "arrival.request_id" -> new RandomHex("", ((String) value).length());
            default -> plain(value, tokens);
        };
    }

    private static Origin plain(Object value, byte[][] tokens) {
        return switch (value) {
            case Timestamp time -> new Now();
            case byte[] bytes when bytes.length == HASH -> new RandomHash();
            case byte[] bytes -> new Filled(bytes, new Template(bytes, tokens));
            case String text -> new Filled(text, new Template(text.getBytes(StandardCharsets.UTF_8), tokens));
            default -> new Filled(value, new Template(new byte[0], tokens));
        };
    }

    /** The same model with one column from elsewhere. */
    RowModel with(String column, Reference reference) {
        return new RowModel(
                table,
                columns.stream()
                        .map(one -> one.name.equals(column) ? new Column(column, one.type, new From(reference)) : one)
                        .toList());
    }

    /** The value of a column for an event; only of origins that are parameters. */
    static Object value(Origin origin, byte[][] tokens, OffsetDateTime now) {
        return switch (origin) {
            case Filled(Object sample, Template template) -> filled(sample, template, tokens);
            case RandomHash ignored -> randomBytes(HASH);
            case RandomHex(String prefix, int digits) -> prefix + randomHex(digits);
            case AccountHex(String prefix) -> prefix + accountHex(tokens[EventKind.ACCOUNT]);
            case Now ignored -> now;
            case From from -> throw new IllegalArgumentException("no parameter: " + from);
            case Expression expression -> throw new IllegalArgumentException("no parameter: " + expression);
        };
    }

    private static Object filled(Object sample, Template template, byte[][] tokens) {
        if (template.isConstant()) {
            return sample;
        }
        byte[] bytes = template.fill(tokens);
        return sample instanceof String ? new String(bytes, StandardCharsets.UTF_8) : bytes;
    }

    private static String accountHex(byte[] account) {
        long hash = EventKind.mix(java.util.Arrays.hashCode(account));
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(hash) + hex.toHexDigits(EventKind.mix(hash));
    }

    private static String randomHex(int digits) {
        return HexFormat.of().formatHex(randomBytes((digits + 1) / 2)).substring(0, digits);
    }

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        ThreadLocalRandom.current().nextBytes(bytes);
        return bytes;
    }
}
