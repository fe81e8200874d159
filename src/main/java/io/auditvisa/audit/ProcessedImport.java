package io.auditvisa.audit;

import io.auditvisa.api.ProblemException;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.StrictJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;

/**
 * Takes over the official results of another system or installation (AV-8.2): all lines or none. Results that are here are
 * never replaced.
 */
@ApplicationScoped
public class ProcessedImport {

    private static final int BATCH = 500;

    private final DataSource dataSource;

    public ProcessedImport(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Imports the lines; throws a problem that names the first line it cannot take, and then has changed nothing. */
    ImportReport run(InputStream body, String defaultSource, String caller) throws IOException {
        try (Connection connection = dataSource.getConnection()) {
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, Snapshot.LONGEST_STATEMENT_MILLIS);
            connection.setAutoCommit(false);
            try {
                ImportReport report = run(connection, new Lines(body), defaultSource, caller);
                connection.commit();
                return report;
            } finally {
                connection.rollback();
                connection.setNetworkTimeout(Runnable::run, usual);
            }
        } catch (SQLException failed) {
            throw Snapshot.unavailable(failed);
        }
    }

    private static ImportReport run(Connection connection, Lines lines, String defaultSource, String caller)
            throws SQLException, IOException {
        Instant now = now(connection);
        long staged;
        try (Statement table = connection.createStatement()) {
            table.execute(ImportSql.STAGE_TABLE);
            staged = stage(connection, lines, defaultSource, caller, now);
            table.execute(ImportSql.ANALYZE);
        }
        refuseConflict(connection, ImportSql.CONFLICT_IN_FILE, "gives an event another result than a line before it");
        refuseConflict(connection, ImportSql.CONFLICT_HERE, "is about an event that is here without this result");
        long expected = number(connection, ImportSql.EXPECTED);
        long imported = store(connection, now);
        if (imported != expected) {
            throw new ProblemException(
                    409, "import_conflict", "an event of the file arrived meanwhile; import it again");
        }
        return new ImportReport(staged, imported, staged - imported);
    }

    private static long stage(Connection connection, Lines lines, String defaultSource, String caller, Instant now)
            throws SQLException, IOException {
        long staged = 0;
        try (PreparedStatement insert = connection.prepareStatement(ImportSql.STAGE)) {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                if (line.length == 0) {
                    continue;
                }
                bind(connection, insert, lines.number(), parse(line, defaultSource), caller, now);
                insert.addBatch();
                if (++staged % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        } catch (ImportLine.Unusable unusable) {
            throw new ProblemException(400, "payload_invalid", "line " + lines.number() + ": " + unusable.getMessage());
        }
        return staged;
    }

    private static ImportLine parse(byte[] line, String defaultSource) throws ImportLine.Unusable {
        return switch (StrictJson.parse(line)) {
            case StrictJson.Parsed parsed -> ImportLine.of(parsed.root(), defaultSource);
            case StrictJson.Refused refused -> throw new ImportLine.Unusable(refused.reason());
        };
    }

    private static void bind(
            Connection connection, PreparedStatement insert, long number, ImportLine line, String caller, Instant now)
            throws SQLException {
        byte[] history = HistoryChain.transitionRow(
                line.key(), now, EventStatus.RECEIVED, EventStatus.PROCESSED, caller, "imported");
        insert.setLong(1, number);
        insert.setString(2, line.key().source());
        insert.setString(3, line.key().eventId());
        insert.setString(4, line.key().ref());
        insert.setString(5, line.type());
        insert.setObject(6, line.livemode(), Types.BOOLEAN);
        insert.setString(7, line.sid());
        insert.setString(8, line.htmlUrl());
        insert.setString(9, line.zipUrl());
        insert.setBytes(10, line.runHash());
        insert.setBytes(11, line.payloadHash());
        insert.setBytes(12, line.contentHash());
        insert.setObject(13, utc(line.createdAt()));
        insert.setObject(14, utc(line.updatedAt()));
        insert.setObject(15, utc(line.firstProcessedAt()));
        insert.setArray(16, connection.createArrayOf("text", line.facts().toArray()));
        insert.setBytes(17, history);
        insert.setBytes(18, HistoryChain.next(HistoryChain.genesis(), history));
    }

    private static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }

    private static void refuseConflict(Connection connection, String sql, String why) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            if (rows.next()) {
                throw new ProblemException(409, "import_conflict", "line " + rows.getLong(1) + " " + why);
            }
        }
    }

    private static Instant now(Connection connection) throws SQLException {
        return Sql.of("SELECT clock_timestamp() AS now")
                .first(connection, row -> Sql.requiredTime(row, "now"))
                .orElseThrow();
    }

    private static long number(Connection connection, String sql) throws SQLException {
        return Sql.of(sql).first(connection, row -> row.getLong(1)).orElseThrow();
    }

    private static long store(Connection connection, Instant now) throws SQLException {
        return Sql.of(ImportSql.STORE, now)
                .first(connection, row -> row.getLong(1))
                .orElseThrow();
    }
}
