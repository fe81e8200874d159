package io.auditvisa.ledger;

import io.auditvisa.event.InvariantRule;
import io.auditvisa.event.SqlRule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * What holds over all accounts and ledger rows at any time (GO-7). A debit that was refunded is no excess any more: that is how
 * a second debit is put right (IO-10).
 */
class LedgerInvariants {

    private static final String WRONG_BALANCES = """
            SELECT 'account ' || a.id || ': balance ' || a.balance_minor || ', rows ' || coalesce(r.total, 0)
              FROM account a LEFT JOIN (
                    SELECT account, sum(CASE kind WHEN 'debit' THEN -amount_minor ELSE amount_minor END) AS total
                      FROM ledger_entry GROUP BY account) r ON r.account = a.id
             WHERE a.balance_minor <> coalesce(r.total, 0) ORDER BY a.id""";

    private static final String OVERDRAWN = """
            SELECT 'account ' || id FROM account WHERE balance_minor < -overdraft_minor ORDER BY id""";

    /** All but the first debit of an event or a message, as far as they are not refunded. */
    private static final String EXCESS_DEBITS = """
            SELECT 'ledger entry ' || id || ': ' || source || ' ' || event_id || ' message ' || message_id FROM (
                SELECT l.*, row_number() OVER (PARTITION BY l.source, l.%1$s ORDER BY l.id) AS n FROM ledger_entry l
                 WHERE l.kind = 'debit' AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.refunds_entry_id = l.id)) d
             WHERE n > 1 ORDER BY id""";

    /** A debit that no processed event stands behind: money taken behind the application's back. */
    private static final String DEBITS_WITHOUT_EVENT = """
            SELECT 'ledger entry ' || l.id || ': ' || l.source || ' ' || l.event_id || ' message ' || l.message_id
              FROM ledger_entry l
             WHERE l.kind = 'debit' AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.refunds_entry_id = l.id)
               AND NOT EXISTS (SELECT 1 FROM event e WHERE e.source = l.source AND e.event_id = l.event_id
                                  AND e.status = 'processed' AND e.ledger_entry_id = l.id)
             ORDER BY l.id""";

    private static final String DOUBLE_CREDITS = """
            SELECT 'ledger entry ' || id || ': ' || source || ' ' || event_id FROM (
                SELECT l.*, row_number() OVER (PARTITION BY l.source, l.event_id ORDER BY l.id) AS n FROM ledger_entry l
                 WHERE l.kind = 'credit' AND l.event_id IS NOT NULL) c
             WHERE n > 1 ORDER BY id""";

    private static final String WRONG_REFUNDS = """
            SELECT 'ledger entry ' || r.id FROM ledger_entry r LEFT JOIN ledger_entry d ON d.id = r.refunds_entry_id
             WHERE r.kind = 'refund' AND (d.kind, d.account, d.amount_minor, d.currency)
                                   IS DISTINCT FROM ('debit', r.account, r.amount_minor, r.currency)
                OR r.kind <> 'refund' AND r.refunds_entry_id IS NOT NULL
             ORDER BY r.id""";

    private static final String WRONG_CURRENCIES = """
            SELECT 'ledger entry ' || l.id FROM ledger_entry l JOIN account a ON a.id = l.account
             WHERE l.currency <> a.currency ORDER BY l.id""";

    @Produces
    @Singleton
    InvariantRule balances() {
        return new SqlRule("balance_equals_ledger_rows", WRONG_BALANCES);
    }

    @Produces
    @Singleton
    InvariantRule overdrafts() {
        return new SqlRule("no_balance_below_its_limit", OVERDRAWN);
    }

    @Produces
    @Singleton
    InvariantRule oneDebitPerEvent() {
        return new SqlRule("one_debit_per_event", EXCESS_DEBITS.formatted("event_id"));
    }

    @Produces
    @Singleton
    InvariantRule oneDebitPerMessage() {
        return new SqlRule("one_debit_per_message", EXCESS_DEBITS.formatted("message_id"));
    }

    @Produces
    @Singleton
    InvariantRule debitsHaveTheirEvent() {
        return new SqlRule("debits_have_their_event", DEBITS_WITHOUT_EVENT);
    }

    @Produces
    @Singleton
    InvariantRule oneCreditPerEvent() {
        return new SqlRule("one_credit_per_event", DOUBLE_CREDITS);
    }

    @Produces
    @Singleton
    InvariantRule refundsMatchTheirDebit() {
        return new SqlRule("refunds_match_their_debit", WRONG_REFUNDS);
    }

    @Produces
    @Singleton
    InvariantRule entriesInTheAccountsCurrency() {
        return new SqlRule("entries_in_the_accounts_currency", WRONG_CURRENCIES);
    }
}
