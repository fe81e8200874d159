package io.auditvisa.ledger;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.inbox.Inbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs events the way fulfil does, on plain transactions: plan, ledger, inbox line, the event's state, commit. */
final class Runs {

    static final Set<Effect> MESSAGE = EnumSet.of(Effect.DEBIT, Effect.INBOX);

    private static final String CLAIM = """
            INSERT INTO event (source, event_id, ref, type, status, slug, issued_at, base_url, key_id, renderer_version, effects,
                               amount_minor, account, message_id, direction, payload_hash, content_hash, history_head,
                               created_at, updated_at, run_id, due_at)
            VALUES (?, ?, ?, 'message.sent', 'processing', ?, now(), '', '', 1, ?, ?, ?, ?, ?, '', '', '', now(), now(),
                    gen_random_uuid(), now() + interval '30 s')
            ON CONFLICT ON CONSTRAINT uq_event_source_event_id DO UPDATE SET status = 'processing' RETURNING id
            """;

    /** What became of a run: a refusal's code, or its rows. */
    record Result(
            @Nullable String refusal,
            @Nullable Long entry,
            @Nullable Long line) {}

    private final LedgerDatabase database;
    private final Ledger ledger = new Ledger();
    private final Inbox inbox = new Inbox();

    Runs(LedgerDatabase database) {
        this.database = database;
    }

    Result run(String eventId, Business business, Set<Effect> effects) throws SQLException {
        return run(new EventKey("messaging", eventId), business, effects);
    }

    Result run(EventKey key, Business business, Set<Effect> effects) throws SQLException {
        Connection connection = database.connection();
        try {
            return run(connection, key, business, effects);
        } catch (SQLException | RuntimeException failed) {
            connection.rollback();
            throw failed;
        }
    }

    private Result run(Connection connection, EventKey key, Business business, Set<Effect> effects)
            throws SQLException {
        long event = claim(connection, key, business, effects);
        connection.commit();
        LedgerPlan plan = ledger.plan(connection, key, event, business, effects);
        if (plan instanceof LedgerPlan.Refused refused) {
            connection.rollback();
            return new Result(refused.failure().code(), null, null);
        }
        Long entry = ledger.apply(connection, plan, key, business);
        Long line = effects.contains(Effect.INBOX)
                ? inbox.file(connection, key, business, entry, Instant.now()).lineId()
                : null;
        finish(connection, event, entry, line);
        connection.commit();
        return new Result(null, entry, line);
    }

    static Business message(String id, @Nullable String account, @Nullable Long amount, @Nullable String currency) {
        return message(id, account, amount, currency, "MT", "sent");
    }

    static Business message(
            String id,
            @Nullable String account,
            @Nullable Long amount,
            @Nullable String currency,
            String direction,
            String status) {
        return new Business(
                null,
                null,
                null,
                null,
                null,
                null,
                amount,
                currency,
                account,
                new Business.Message(id, id + direction, direction, "+631", "+632", "hi", status));
    }

    static Business topUp(@Nullable String account, @Nullable Long amount, @Nullable String currency) {
        return new Business("cs_1", null, null, null, null, null, amount, currency, account, null);
    }

    void account(String id, String currency, long balance) throws SQLException {
        account(id, currency, balance, 0);
    }

    void account(String id, String currency, long balance, long overdraft) throws SQLException {
        database.execute("INSERT INTO account (id, name, currency, overdraft_minor) VALUES ('%s', '%s', '%s', %d)"
                .formatted(id, id, currency, overdraft));
        if (balance > 0) {
            run(new EventKey("stripe", "evt_" + id), topUp(id, balance, currency), EnumSet.of(Effect.CREDIT));
        }
    }

    private static long claim(Connection connection, EventKey key, Business business, Set<Effect> effects)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            statement.setString(1, key.source());
            statement.setString(2, key.eventId());
            statement.setString(3, key.ref());
            statement.setString(4, key.ref());
            statement.setString(5, Effect.join(effects));
            statement.setObject(6, business.amountMinor());
            statement.setString(7, business.account());
            Business.Message message = business.message();
            statement.setString(8, message == null ? null : message.messageId());
            statement.setString(9, message == null ? null : message.direction());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void finish(Connection connection, long event, @Nullable Long entry, @Nullable Long line)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                UPDATE event SET status = 'processed', first_processed_at = now(), ledger_entry_id = ?, inbox_line_id = ? WHERE id = ?
                """)) {
            statement.setObject(1, entry, java.sql.Types.BIGINT);
            statement.setObject(2, line, java.sql.Types.BIGINT);
            statement.setLong(3, event);
            statement.executeUpdate();
        }
    }
}
