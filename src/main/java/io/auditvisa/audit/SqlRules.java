package io.auditvisa.audit;

import io.auditvisa.event.InvariantRule;
import io.auditvisa.event.SqlRule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The invariants of events that one query can decide (GO-7); each query returns the refs that offend. */
public class SqlRules {

    private static final String DOUBLE_CERTIFICATES = """
            SELECT e.ref FROM delivery d JOIN event e ON e.id = d.event
             GROUP BY e.id, e.ref HAVING count(*) > 1 ORDER BY e.id""";

    private static final String DOUBLE_NOTIFICATIONS = """
            SELECT e.ref FROM notification n JOIN event e ON e.id = n.event
             GROUP BY e.id, e.ref HAVING count(*) > 1 ORDER BY e.id""";

    private static final String WRONG_COUNTERS = """
            SELECT e.ref FROM event e LEFT JOIN (
                    SELECT event, count(*) AS arrivals, count(*) FILTER (WHERE outcome = 'first') AS firsts
                      FROM arrival GROUP BY event) a ON a.event = e.id
             WHERE e.arrivals <> coalesce(a.arrivals, 0)
                OR coalesce(a.firsts, 0) <> CASE WHEN e.imported THEN 0 ELSE 1 END
             ORDER BY e.id""";

    private static final String WRONG_EFFECTS = """
            SELECT e.ref
              FROM (SELECT *, string_to_array(effects, ',') AS earned FROM event WHERE NOT imported) e
              LEFT JOIN delivery d ON d.event = e.id
              LEFT JOIN notification n ON n.event = e.id
              LEFT JOIN crm_forward c ON c.event = e.id
              LEFT JOIN ledger_entry debit
                ON debit.kind = 'debit' AND debit.source = e.source AND debit.event_id = e.event_id
               AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.refunds_entry_id = debit.id)
              LEFT JOIN ledger_entry credit
                ON credit.kind = 'credit' AND credit.source = e.source AND credit.event_id = e.event_id
              LEFT JOIN inbox_line line ON line.source = e.source AND line.event_id = e.event_id
             WHERE CASE WHEN e.status = 'processed' THEN
                    ('certificate' = ANY (e.earned)) <> (d.id IS NOT NULL)
                    OR d.run_hash IS DISTINCT FROM e.run_hash
                    OR sha256(d.statement) <> d.run_hash
                    OR ('notification' = ANY (e.earned)) <> (n.id IS NOT NULL)
                    OR ('credit' = ANY (e.earned) AND coalesce(e.amount_minor, 0) > 0) <> (credit.id IS NOT NULL)
                    OR ('debit' = ANY (e.earned) AND coalesce(e.amount_minor, 0) > 0 AND e.ledger_entry_id IS NULL)
                    OR (e.message_id IS NOT NULL AND e.ledger_entry_id IS NOT NULL AND NOT EXISTS (
                          SELECT 1 FROM ledger_entry l WHERE l.id = e.ledger_entry_id AND l.kind = 'debit'
                             AND l.source = e.source AND l.message_id = e.message_id))
                    OR (debit.id IS NOT NULL AND debit.id IS DISTINCT FROM e.ledger_entry_id)
                    OR ('inbox' = ANY (e.earned) AND e.message_id IS NOT NULL AND NOT EXISTS (
                          SELECT 1 FROM inbox_line i WHERE i.id = e.inbox_line_id AND i.source = e.source))
                    OR ('crm' = ANY (e.earned) AND line.id = e.inbox_line_id AND c.id IS NULL)
                ELSE coalesce(d.id, n.id, c.id, debit.id, credit.id, line.id) IS NOT NULL END
             ORDER BY e.id""";

    @Produces
    @Singleton
    InvariantRule oneCertificatePerEvent() {
        return new SqlRule("one_certificate_per_event", DOUBLE_CERTIFICATES);
    }

    @Produces
    @Singleton
    InvariantRule oneNotificationPerEvent() {
        return new SqlRule("one_notification_per_event", DOUBLE_NOTIFICATIONS);
    }

    @Produces
    @Singleton
    InvariantRule arrivalsEqualCounter() {
        return new SqlRule("arrivals_equal_counter", WRONG_COUNTERS);
    }

    @Produces
    @Singleton
    InvariantRule eventsHaveTheirEffects() {
        return new SqlRule("events_have_their_effects", WRONG_EFFECTS);
    }
}
