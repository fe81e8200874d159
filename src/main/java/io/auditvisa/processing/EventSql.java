package io.auditvisa.processing;

import io.auditvisa.event.EventRow;

/** The statements of the hot path; each constant is one round trip. A lock and a read are always two statements. */
final class EventSql {

    private EventSql() {}

    /**
     * Repeats of finished events with the same content, each event at most once; what gives no row goes to claim. An event
     * that somebody else holds is skipped, so one event never holds up the others; the UPDATE reads each row again under its lock.
     */
    static final String REUSE = """
            SELECT set_config('enable_seqscan', 'off', true);
            WITH i AS MATERIALIZED (
              SELECT e.id, t.request_id, t.arrived_at::timestamptz AS arrived_at, t.row_bytes, t.content_hash
                FROM unnest(?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[], ?::bytea[])
                     AS t (source, event_id, content_hash, request_id, arrived_at, row_bytes)
                JOIN event e ON e.source = t.source AND e.event_id = t.event_id
               WHERE e.status = 'processed'
                 AND NOT EXISTS (SELECT FROM source_state p WHERE p.name = t.source AND p.state = 'paused')
                 FOR NO KEY UPDATE OF e SKIP LOCKED),
            u AS (
              UPDATE event SET arrivals = arrivals + 1, history_length = history_length + 1,
                     history_head = sha256(history_head || i.row_bytes)
                FROM i
               WHERE event.id = i.id AND event.status = 'processed'
                 AND (event.content_hash = i.content_hash OR event.imported)
              RETURNING event.*, i.request_id, i.arrived_at, i.row_bytes),
            a AS (
              INSERT INTO arrival (event, number, history_number, request_id, outcome, arrived_at, row_bytes, hash)
              SELECT id, arrivals, history_length, request_id, 'duplicate_reused', arrived_at, row_bytes, history_head FROM u)
            SELECT %s FROM u""".formatted(EventRow.COLUMNS);

    /*
     * The idle timeout: a stalled process must not keep rows locked, nor a pause waiting. By index: every look-up here is by a
     * unique key; a plan made while the tables were nearly empty would scan them, and be kept until the next analyze.
     */
    private static final String LIMITS = """
            SELECT set_config('lock_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true),
                   set_config('enable_seqscan', 'off', true);
            """;

    private static final String LOCKED_ROW = """
            SELECT %s, coalesce(due_at <= clock_timestamp(), false) AS due, clock_timestamp() AS db_now,
                   coalesce((SELECT state FROM source_state WHERE name = event.source), 'active') AS source_state
              FROM event""".formatted(EventRow.COLUMNS);

    /** Source shared (a direct run ends in the same transaction), insert the event if it is new, then lock and read it. */
    static final String CLAIM = LIMITS + """
              SELECT pg_advisory_xact_lock_shared(?);
              INSERT INTO event (source, event_id, ref, type, livemode, api_version, status, canonical_ref,
                slug, issued_at, base_url, key_id, renderer_version, effects, withheld, refusal_code, refusal_detail,
                sid, target, email, email_sha256, product, price_id, amount_minor, currency, account, message_id, inbox_key,
                direction, party_from, party_to, message_text, delivery_status, payload, payload_hash, content_hash,
                due_at, created_at, updated_at, history_head)
              VALUES (?, ?, ?, ?, ?, ?, 'received', NULL, ?, clock_timestamp(), ?, ?, ?, ?, ?, ?, ?,
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp(), clock_timestamp(),
                clock_timestamp(), ?)
              ON CONFLICT ON CONSTRAINT uq_event_source_event_id DO NOTHING;
              """ + LOCKED_ROW + " WHERE source = ? AND event_id = ? FOR NO KEY UPDATE";

    /** Lock and read the row of a known event. */
    static final String TAKE_UP = LIMITS + LOCKED_ROW + " WHERE id = ? FOR NO KEY UPDATE";

    /** GO-2: take the business fact, then read who owns it. */
    static final String FACT = """
            INSERT INTO event_fact (source, fact, event) VALUES (?, ?, ?)
              ON CONFLICT ON CONSTRAINT pk_event_fact DO NOTHING;
            SELECT e.ref, e.id FROM event_fact f JOIN event e ON e.id = f.event WHERE f.source = ? AND f.fact = ?""";

    static final String TRY_LOCK = "SELECT pg_try_advisory_xact_lock(?)";

    static final String STORED_REQUEST = "SELECT FROM arrival WHERE event = ? AND request_id = ?";

    static final String PAYLOAD = "SELECT payload FROM event WHERE id = ?";

    /** Appended to the history's inserts: the event row after the claim. */
    static final String AFTER_CLAIM = """
            UPDATE event SET arrivals = ?, transitions = ?, history_length = ?, history_head = ?,
                   status = ?, canonical_ref = ?, run_id = ?, attempt = attempt + ?,
                   key_id = ?,
                   due_at = CASE WHEN ? THEN NULL
                                 WHEN ? THEN clock_timestamp() + ? * interval '1 millisecond' ELSE due_at END,
                   failure_code = CASE WHEN ? THEN ? ELSE failure_code END,
                   failure_detail = CASE WHEN ? THEN ? ELSE failure_detail END,
                   first_processed_at = coalesce(?, first_processed_at),
                   ledger_entry_id = coalesce(?, ledger_entry_id), inbox_line_id = coalesce(?, inbox_line_id),
                   updated_at = CASE WHEN ? THEN ? ELSE updated_at END
             WHERE id = ? RETURNING %s""".formatted(EventRow.COLUMNS);

    /** Timeouts, source shared, event lock, then the fenced read: no row means that another run owns the event. */
    static final String FULFIL = LIMITS + """
            SELECT pg_advisory_xact_lock_shared(?);
            SELECT pg_advisory_xact_lock(?);
            """ + LOCKED_ROW + " WHERE id = ? AND status = 'processing' AND run_id = ?";

    /** The end of a run, appended to the history under the row lock that the UPDATE takes; must give one row. */
    static final String FINISH = """
            WITH e AS (
              UPDATE event SET status = ?, transitions = transitions + 1, history_length = history_length + 1,
                     history_head = sha256(history_head || ?), updated_at = ?, first_processed_at = ?, run_hash = ?,
                     ledger_entry_id = ?, inbox_line_id = ?, failure_code = ?, failure_detail = ?,
                     technical_failures = ?, due_at = ?
               WHERE id = ? AND status = 'processing' AND run_id = ?
              RETURNING %s),
            t AS (
              INSERT INTO transition (event, number, history_number, at, row_bytes, hash)
              SELECT id, transitions, history_length, ?, ?, history_head FROM e)
            SELECT * FROM e""".formatted(EventRow.COLUMNS);

    static final String ABANDON =
            "UPDATE event SET failure_code = ?, failure_detail = ?, due_at = NULL, run_id = NULL, status = 'failed'"
                    + " WHERE id = ?";

    static final String BY_ID = "SELECT " + EventRow.COLUMNS + " FROM event WHERE id = ?";

    static final String BY_REF = "SELECT " + EventRow.COLUMNS + " FROM event WHERE ref = ?";
}
