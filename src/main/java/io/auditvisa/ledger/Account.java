package io.auditvisa.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A prepaid account as every JSON of ours shows it.
 *
 * @param balanceMinor sum of its rows in minor units; at {@code at}, when that is asked for
 * @param overdraftMinor how far below zero it may go
 * @param status {@code open} or {@code closed}; a closed one pays for nothing new
 * @param at the instant the balance is of; absent for now
 */
@RegisterForReflection
public record Account(
        String id,
        String name,
        String currency,
        long balanceMinor,
        long overdraftMinor,
        String status,
        Instant createdAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant at) {

    /** The columns {@link #read} needs. */
    static final String COLUMNS = "id, name, currency, balance_minor, overdraft_minor, status, created_at";

    static Account read(ResultSet row) throws SQLException {
        return new Account(
                row.getString("id"),
                row.getString("name"),
                row.getString("currency"),
                row.getLong("balance_minor"),
                row.getLong("overdraft_minor"),
                row.getString("status"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                null);
    }

    Account at(Instant instant, long balance) {
        return new Account(id, name, currency, balance, overdraftMinor, status, createdAt, instant);
    }
}
