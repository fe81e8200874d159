package io.auditvisa.audit;

import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.Business;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.Payload;
import io.auditvisa.event.Sha256;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** An event with a valid history, put into the tables as the processor would have left it. */
final class SeededEvent {

    private final EventKey key;
    private final Map<String, Object> columns = new HashMap<>();
    private final List<byte[]> rows = new ArrayList<>();
    private final List<Insert> inserts = new ArrayList<>();
    private Instant time;
    private int arrivals;
    private int transitions;
    private byte[] head = HistoryChain.genesis();
    private long id;

    private interface Insert {
        void run(Connection connection) throws SQLException;
    }

    SeededEvent(String source, String eventId, Instant start) {
        key = new EventKey(source, eventId);
        time = start.truncatedTo(ChronoUnit.MICROS);
        with("type", "checkout.session.completed").with("effects", "").with("sid", "cs_" + eventId);
        with("created_at", time).with("livemode", true);
    }

    static SeededEvent stripe() {
        return new SeededEvent("stripe", "evt_" + UUID.randomUUID().toString().replace("-", ""), Instant.now());
    }

    /** Arrived, ran and ended {@code processed}, with these effects pinned and none of their rows. */
    static SeededEvent processed(String effects) {
        return stripe().with("effects", effects)
                .arrival(ArrivalOutcome.FIRST)
                .change(EventStatus.RECEIVED, EventStatus.PROCESSING)
                .change(EventStatus.PROCESSING, EventStatus.PROCESSED);
    }

    SeededEvent with(String column, Object value) {
        columns.put(column, value);
        return this;
    }

    SeededEvent arrival(ArrivalOutcome outcome) {
        String requestId = UUID.randomUUID().toString();
        Instant at = tick();
        byte[] content = key.eventId().getBytes(StandardCharsets.UTF_8);
        IncomingEvent incoming = new IncomingEvent(
                key,
                "checkout.session.completed",
                true,
                new Payload(content, Sha256.of(content), Sha256.of(content), Set.of(), null),
                Business.NONE,
                Set.of(),
                null,
                null,
                null,
                false,
                new IncomingEvent.Receipt(requestId, at, at.minusSeconds(1), "v1", Sha256.hexOf("fingerprint")));
        List<String> differs = outcome == ArrivalOutcome.CONFLICT ? List.of("/data/object/amount_total") : List.of();
        byte[] row = append(HistoryChain.arrivalRow(incoming, outcome, differs));
        Object[] values = {++arrivals, rows.size(), requestId, outcome.wireName(), at, row, head};
        inserts.add(connection -> insert(
                connection,
                "arrival (number, history_number, request_id, outcome, arrived_at, row_bytes, hash, event)",
                values));
        return this;
    }

    SeededEvent change(EventStatus from, EventStatus to) {
        Instant at = tick();
        byte[] row = append(HistoryChain.transitionRow(key, at, from, to, "test", "seeded"));
        Object[] values = {++transitions, rows.size(), at, row, head};
        inserts.add(connection ->
                insert(connection, "transition (number, history_number, at, row_bytes, hash, event)", values));
        with("status", to.wireName());
        if (to == EventStatus.PROCESSED) {
            with("first_processed_at", at);
        }
        if (to == EventStatus.FAILED) {
            columns.putIfAbsent("failure_code", "amount_invalid");
        }
        if (to == EventStatus.PROCESSING) {
            with("run_id", UUID.randomUUID()).with("due_at", at.plusSeconds(3600));
        }
        return this;
    }

    private Instant tick() {
        time = time.plusMillis(1);
        return time;
    }

    private byte[] append(byte[] row) {
        rows.add(row);
        head = HistoryChain.next(head, row);
        return row;
    }

    SeededEvent store(DataSource dataSource) throws SQLException {
        byte[] content = Sha256.of(key.eventId().getBytes(StandardCharsets.UTF_8));
        with("source", key.source()).with("event_id", key.eventId()).with("ref", key.ref());
        columns.putIfAbsent("slug", UUID.randomUUID().toString().replace("-", ""));
        columns.putIfAbsent("status", "received");
        with("issued_at", time).with("base_url", "http://localhost:8080").with("key_id", "test-key");
        with("renderer_version", 1).with("payload_hash", content).with("content_hash", content);
        with("updated_at", time).with("arrivals", arrivals).with("transitions", transitions);
        with("history_length", rows.size()).with("history_head", head);
        try (Connection connection = dataSource.getConnection()) {
            List<String> names = List.copyOf(columns.keySet());
            Sql insert = Sql.of(
                    "INSERT INTO event (" + String.join(", ", names) + ") VALUES (" + "?, ".repeat(names.size() - 1)
                            + "?) RETURNING id",
                    names.stream().map(columns::get).toArray());
            id = insert.first(connection, row -> row.getLong(1)).orElseThrow();
            for (Insert row : inserts) {
                row.run(connection);
            }
        }
        return this;
    }

    private void insert(Connection connection, String target, Object[] values) throws SQLException {
        Object[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = id;
        Sql.of("INSERT INTO " + target + " VALUES (" + "?, ".repeat(values.length) + "?) RETURNING 1", all)
                .first(connection, row -> 1)
                .orElseThrow();
    }

    String ref() {
        return key.ref();
    }

    String eventId() {
        return key.eventId();
    }

    String source() {
        return key.source();
    }

    long id() {
        return id;
    }

    Object column(String name) {
        return columns.get(name);
    }

    /** Runs a statement on the tables, as someone who tampers with them would. */
    static void execute(DataSource dataSource, String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                Object value = parameters[i];
                statement.setObject(i + 1, value instanceof Instant at ? at.atOffset(ZoneOffset.UTC) : value);
            }
            statement.execute();
        }
    }
}
