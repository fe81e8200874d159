package io.auditvisa.bench;

import io.auditvisa.bench.RowModel.Reference;
import io.auditvisa.testing.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One connection of the floor. */
final class FloorClient implements Client {

    private final Floor floor;
    private final Connection connection;
    private final Map<FloorSql, PreparedStatement> prepared = new IdentityHashMap<>();

    FloorClient(Floor floor) throws SQLException {
        this.floor = floor;
        this.connection = TestServer.connect(floor.jdbcUrl());
    }

    @Override
    public void first(EventKind kind, long n) throws Exception {
        FloorPlan plan = floor.plan(kind);
        String slug = UUID.randomUUID().toString().replace("-", "");
        Path staged = floor.folder().resolve(".staging").resolve(slug);
        if (!plan.files().isEmpty()) {
            stage(plan.files(), staged, slug);
        }
        List<FloorSql> statements = floor.together() ? List.of(plan.first()) : plan.firsts();
        if (plan.files().isEmpty()) {
            carryOut(statements, kind.tokens(n));
            return;
        }
        begin();
        executeAll(statements, kind.tokens(n));
        Files.move(staged, floor.folder().resolve(slug), StandardCopyOption.ATOMIC_MOVE);
        sync(floor.folder());
        connection.commit();
    }

    @Override
    public void repeat(EventKind kind, long n) throws Exception {
        FloorPlan plan = floor.plan(kind);
        carryOut(floor.together() ? List.of(plan.repeat()) : plan.repeats(), kind.tokens(n));
    }

    /** A single statement commits by itself, in the same round trip. */
    private void carryOut(List<FloorSql> statements, byte[][] tokens) throws SQLException {
        if (statements.size() == 1) {
            connection.setAutoCommit(true);
            executeAll(statements, tokens);
            return;
        }
        begin();
        executeAll(statements, tokens);
        connection.commit();
    }

    private void begin() throws SQLException {
        connection.setAutoCommit(false); // BEGIN travels with the first statement
    }

    private void executeAll(List<FloorSql> statements, byte[][] tokens) throws SQLException {
        OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
        EnumMap<Reference, Long> given = new EnumMap<>(Reference.class);
        for (FloorSql statement : statements) {
            execute(statement, tokens, now, given);
        }
    }

    private void execute(FloorSql sql, byte[][] tokens, OffsetDateTime now, EnumMap<Reference, Long> given)
            throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql.sql());
            prepared.put(sql, statement);
        }
        sql.bind(statement, tokens, now, given);
        if (!statement.execute()) {
            if (statement.getUpdateCount() != 1) {
                throw new SQLException("one row expected");
            }
            return;
        }
        try (ResultSet row = statement.getResultSet()) {
            if (!row.next()) {
                throw new SQLException("one row expected");
            }
            for (int i = 0; i < sql.gives().size(); i++) {
                given.put(sql.gives().get(i), row.getLong(i + 1));
            }
        }
    }

    private static void stage(Map<String, byte[]> files, Path folder, String slug) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey().replace("SLUG", slug));
            try (FileChannel channel =
                    FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(file.getValue()));
                channel.force(true);
            }
        }
        sync(folder);
    }

    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
