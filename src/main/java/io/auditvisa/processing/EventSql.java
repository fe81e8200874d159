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
            SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
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
     * unique key; a plan made while the tables were nearly empty would scan them, and be kept until the next analyze. Planned once:
     * one way fits all values, and planning a statement of many events takes longer than running it.
     */
    private static final String LIMITS = """
            SELECT set_config('lock_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true),
                   set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
            """;

    private static final String LOCKED_ROW = """
            SELECT %s, coalesce(due_at <= clock_timestamp(), false) AS due, clock_timestamp() AS db_now,
                   coalesce((SELECT state FROM source_state WHERE name = event.source), 'active') AS source_state
              FROM event""".formatted(EventRow.COLUMNS);

    /**
     * Source shared (a direct run ends in the same transaction), the event's birth lock, insert it if it is new, then lock and
     * read it.
     */
    static final String CLAIM = LIMITS + """
              SELECT pg_advisory_xact_lock_shared(?), pg_advisory_xact_lock(?, ?);
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

    /*
     * No lock here is waited for: who does not get one at once is left to the ordinary claim. The look-ups come after the
     * locks, and each by itself: in an OR the planner may prefer to read a table from end to end, once. A message that has a
     * debit or a line has an event, so the event tells.
     */
    static final String LOOK_UP_NEW = LIMITS + """
            SELECT pg_try_advisory_xact_lock_shared(t.source) AND pg_try_advisory_xact_lock(t.high, t.low)
                   AND coalesce(pg_try_advisory_xact_lock(t.message), true) AS mine
              FROM unnest(?::bigint[], ?::int[], ?::int[], ?::bigint[]) WITH ORDINALITY AS t (source, high, low, message, n)
             ORDER BY n;
            SELECT coalesce(
                     (SELECT true FROM source_state s WHERE s.name = t.source AND s.state = 'paused'),
                     (SELECT true FROM event e WHERE e.source = t.source AND e.event_id = t.event_id),
                     (SELECT true FROM event e WHERE e.source = t.source AND e.message_id = t.message_id LIMIT 1),
                     (SELECT true FROM inbox_line l WHERE l.source = t.source AND l.inbox_key = t.inbox_key),
                     (SELECT true FROM event_fact f WHERE f.source = t.source AND f.fact = t.fact),
                     false) AS known,
                   nextval('event_id_seq') AS event,
                   CASE WHEN t.message_id IS NOT NULL THEN nextval('inbox_line_id_seq') END AS line,
                   clock_timestamp() AS db_now
              FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
                   WITH ORDINALITY AS t (source, event_id, message_id, inbox_key, fact, n)
             ORDER BY n""";

    /** A new event as its first transaction leaves it. */
    static final String INSERT_NEW = """
            INSERT INTO event (id, source, event_id, ref, type, livemode, api_version, status,
              slug, issued_at, base_url, key_id, renderer_version, effects, withheld,
              sid, target, email, email_sha256, product, price_id, amount_minor, currency, account, message_id, inbox_key,
              direction, party_from, party_to, message_text, delivery_status, payload, payload_hash, content_hash,
              run_id, attempt, due_at, ledger_entry_id, inbox_line_id, created_at, updated_at, first_processed_at,
              arrivals, transitions, history_length, history_head)
            OVERRIDING SYSTEM VALUE
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
              ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    /** The business fact of a new event; one that another event took meanwhile ends the transaction. */
    static final String INSERT_NEW_FACT = "INSERT INTO event_fact (source, fact, event) VALUES (?, ?, ?)";

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

    /** The first round trip of {@link #FULFIL} for many events at once; whoever does not get its locks goes the ordinary way. */
    static final String FULFIL_MANY = LIMITS + """
            SELECT pg_try_advisory_xact_lock_shared(t.source) AND pg_try_advisory_xact_lock(t.key) AS mine
              FROM unnest(?::bigint[], ?::bigint[]) WITH ORDINALITY AS t (source, key, n) ORDER BY n;
            SELECT coalesce((SELECT e.status = 'processing' AND e.run_id = t.run
                               AND coalesce((SELECT s.state FROM source_state s WHERE s.name = e.source), 'active') = 'active'
                               FROM event e WHERE e.id = t.event), false) AS owned,
                   clock_timestamp() AS db_now
              FROM unnest(?::bigint[], ?::uuid[]) WITH ORDINALITY AS t (event, run, n) ORDER BY n""";

    /**
     * {@link #FINISH} for many events that are processed with a certificate; must give a row for each. The state is compared by a
     * detour, or else the planner may take the index of unfinished events, all of them, for the one by id.
     */
    static final String FINISH_MANY = """
            WITH t AS MATERIALIZED (
              SELECT * FROM unnest(?::bigint[], ?::uuid[], ?::bytea[], ?::bytea[]) AS t (event, run, row_bytes, run_hash)),
            e AS (
              UPDATE event SET status = 'processed', transitions = transitions + 1, history_length = history_length + 1,
                     history_head = sha256(history_head || t.row_bytes), updated_at = ?, first_processed_at = ?,
                     run_hash = t.run_hash, due_at = NULL
                FROM t
               WHERE event.id = t.event AND event.run_id = t.run AND coalesce(event.status, '') = 'processing'
              RETURNING event.*, t.row_bytes),
            h AS (
              INSERT INTO transition (event, number, history_number, at, row_bytes, hash)
              SELECT id, transitions, history_length, updated_at, row_bytes, history_head FROM e)
            SELECT %s FROM e""".formatted(EventRow.COLUMNS);

    static final String ABANDON =
            "UPDATE event SET failure_code = ?, failure_detail = ?, due_at = NULL, run_id = NULL, status = 'failed'"
                    + " WHERE id = ?";

    static final String BY_ID = "SELECT " + EventRow.COLUMNS + " FROM event WHERE id = ?";

    static final String BY_REF = "SELECT " + EventRow.COLUMNS + " FROM event WHERE ref = ?";
}
