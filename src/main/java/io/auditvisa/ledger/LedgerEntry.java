package io.auditvisa.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger as every JSON of ours shows it; rows are never changed but for their delivery status.
 *
 * @param kind {@code credit}, {@code debit} or {@code refund}
 * @param amountMinor always positive; the kind says which way the money went
 * @param eventId the event that moved the money; null for refunds and credits made by a person
 * @param refundsEntryId the debit that a refund gives back (IO-10)
 * @param balanceAfterMinor the account's balance right after this row
 * @param actor who made a refund or credit by hand
 */
@RegisterForReflection
public record LedgerEntry(
        long id,
        @Nullable String eventId,
        @Nullable String messageId,
        @Nullable String source,
        String account,
        String kind,
        long amountMinor,
        String currency,
        long balanceAfterMinor,
        @Nullable String deliveryStatus,
        @Nullable Long refundsEntryId,
        @Nullable String actor,
        @Nullable String reason,
        Instant createdAt) {

    /** The columns {@link #read} needs. */
    static final String COLUMNS =
            "l.id, l.event_id, l.message_id, l.source, l.account, l.kind, l.amount_minor, l.currency, l.balance_after_minor,"
                    + " l.delivery_status, l.refunds_entry_id, l.actor, l.reason, l.created_at";

    static LedgerEntry read(ResultSet row) throws SQLException {
        return new LedgerEntry(
                row.getLong("id"),
                row.getString("event_id"),
                row.getString("message_id"),
                row.getString("source"),
                row.getString("account"),
                row.getString("kind"),
                row.getLong("amount_minor"),
                row.getString("currency"),
                row.getLong("balance_after_minor"),
                row.getString("delivery_status"),
                row.getObject("refunds_entry_id", Long.class),
                row.getString("actor"),
                row.getString("reason"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
