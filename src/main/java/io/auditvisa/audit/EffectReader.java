package io.auditvisa.audit;

import io.auditvisa.audit.Effects.Booking;
import io.auditvisa.audit.Effects.Call;
import io.auditvisa.audit.Effects.Certificate;
import io.auditvisa.audit.Effects.Filing;
import io.auditvisa.event.Business;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the effect rows of an event by every way a row can belong to it. */
@ApplicationScoped
public class EffectReader {

    private static final String BOOKINGS = """
            SELECT l.*, r.id AS refund_entry_id FROM ledger_entry l LEFT JOIN ledger_entry r ON r.refunds_entry_id = l.id
             WHERE l.kind = ? AND l.id IN (""";
    private static final String OF_EVENT =
            "SELECT id FROM ledger_entry WHERE kind = '%s' AND source = ? AND event_id = ?";
    private static final String OF_MESSAGE =
            "SELECT id FROM ledger_entry WHERE kind = 'debit' AND source = ? AND message_id = ?";
    private static final String FILINGS = """
            SELECT * FROM inbox_line WHERE id IN (SELECT id FROM inbox_line WHERE source = ? AND event_id = ?""";

    EffectRows read(Connection connection, EventRow row) throws SQLException {
        return new EffectRows(
                certificates(connection, row),
                bookings(connection, row, "credit"),
                bookings(connection, row, "debit"),
                debitsOfMessage(connection, row),
                filings(connection, row),
                Sql.of("SELECT * FROM crm_forward WHERE event = ? ORDER BY id", row.id())
                        .list(connection, call -> call(call, call.getString("webhook_id"))),
                Sql.of("SELECT * FROM notification WHERE event = ? ORDER BY id", row.id())
                        .list(connection, call -> call(call, null)));
    }

    private static List<Certificate> certificates(Connection connection, EventRow row) throws SQLException {
        if (row.result().imported()) {
            return row.result().runHash() == null ? List.of() : List.of(imported(row));
        }
        return Sql.of("SELECT * FROM delivery WHERE event = ? ORDER BY id", row.id())
                .list(connection, delivery -> certificate(delivery, row));
    }

    private static Certificate imported(EventRow row) {
        EventRow.Result result = row.result();
        byte[] runHash = result.runHash();
        return new Certificate(
                "imported",
                row.key().ref(),
                null,
                List.of(),
                runHash == null ? null : Sha256.hex(runHash),
                null,
                null,
                null,
                null,
                result.htmlUrl(),
                result.zipUrl(),
                null,
                row.createdAt(),
                null);
    }

    private static Certificate certificate(ResultSet delivery, EventRow row) throws SQLException {
        String slug = delivery.getString("slug");
        String damage = delivery.getString("damage");
        return new Certificate(
                damage == null ? "issued" : "damaged",
                row.key().ref(),
                slug,
                PackageFiles.paths(slug),
                Sha256.hex(delivery.getBytes("run_hash")),
                delivery.getString("html_sha256"),
                delivery.getString("zip_sha256"),
                delivery.getString("key_id"),
                delivery.getBytes("signature").length == 0 ? null : "ed25519",
                row.pins().deliveryUrl("html"),
                row.pins().deliveryUrl("zip"),
                delivery.getBoolean("withheld"),
                Sql.requiredTime(delivery, "created_at"),
                damage);
    }

    private static List<Booking> bookings(Connection connection, EventRow row, String kind) throws SQLException {
        return Sql.of(BOOKINGS, kind)
                .add(OF_EVENT.formatted(kind), row.key().source(), row.key().eventId())
                .addIf(row.result().ledgerEntryId(), "UNION SELECT id FROM ledger_entry WHERE id = ?")
                .add(") ORDER BY l.id")
                .list(connection, EffectReader::booking);
    }

    private static List<Booking> debitsOfMessage(Connection connection, EventRow row) throws SQLException {
        Business.Message message = row.business().message();
        return message == null
                ? List.of()
                : Sql.of(BOOKINGS, "debit")
                        .add(OF_MESSAGE, row.key().source(), message.messageId())
                        .add(") ORDER BY l.id")
                        .list(connection, EffectReader::booking);
    }

    private static Booking booking(ResultSet row) throws SQLException {
        Long refund = row.getObject("refund_entry_id", Long.class);
        return new Booking(
                refund == null ? "booked" : "refunded",
                row.getLong("id"),
                row.getLong("id"),
                row.getString("account"),
                row.getLong("amount_minor"),
                row.getString("currency"),
                row.getString("event_id"),
                row.getString("message_id"),
                row.getString("delivery_status"),
                refund,
                Sql.requiredTime(row, "created_at"));
    }

    private static List<Filing> filings(Connection connection, EventRow row) throws SQLException {
        return Sql.of(FILINGS, row.key().source(), row.key().eventId())
                .addIf(row.result().inboxLineId(), "UNION SELECT id FROM inbox_line WHERE id = ?")
                .add(") ORDER BY id")
                .list(connection, EffectReader::filing);
    }

    private static Filing filing(ResultSet row) throws SQLException {
        return new Filing(
                "filed",
                row.getLong("id"),
                row.getLong("id"),
                row.getString("inbox_key"),
                row.getString("thread"),
                row.getString("direction"),
                row.getString("event_id"),
                row.getString("message_id"),
                row.getString("delivery_status"),
                Sql.requiredTime(row, "created_at"));
    }

    private static Call call(ResultSet row, @Nullable String webhookId) throws SQLException {
        return new Call(
                row.getString("state"),
                row.getLong("id"),
                webhookId,
                row.getString("external_id"),
                row.getInt("attempts"),
                row.getString("detail"),
                Sql.requiredTime(row, "created_at"),
                Sql.requiredTime(row, "updated_at"),
                Sql.time(row, "sent_at"));
    }
}
