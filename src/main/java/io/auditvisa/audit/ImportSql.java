package io.auditvisa.audit;

/** The statements of an import. Lines gather in a table of their own; the events' table is touched in the last statement. */
final class ImportSql {

    private ImportSql() {}

    static final String STAGE_TABLE = """
            CREATE TEMPORARY TABLE staged_event (
                line bigint NOT NULL, source text NOT NULL, event_id text NOT NULL, ref text NOT NULL, type text NOT NULL,
                livemode boolean, sid text, html_url text, zip_url text, run_hash bytea, payload_hash bytea NOT NULL,
                content_hash bytea NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
                first_processed_at timestamptz NOT NULL, facts text[] NOT NULL, row_bytes bytea NOT NULL, hash bytea NOT NULL
            ) ON COMMIT DROP""";

    static final String STAGE =
            "INSERT INTO staged_event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    static final String ANALYZE = "ANALYZE staged_event";

    /** The first line that gives an event another result than a line before it. */
    static final String CONFLICT_IN_FILE = """
            SELECT b.line FROM staged_event b
              JOIN (SELECT DISTINCT ON (source, event_id) * FROM staged_event ORDER BY source, event_id, line) a
                USING (source, event_id)
             WHERE a.run_hash IS DISTINCT FROM b.run_hash OR a.payload_hash <> b.payload_hash
             ORDER BY b.line LIMIT 1""";

    /** The first line whose event is here and has another result, or none. */
    static final String CONFLICT_HERE = """
            SELECT s.line FROM staged_event s JOIN event e USING (source, event_id)
             WHERE e.status <> 'processed' OR e.run_hash IS DISTINCT FROM s.run_hash OR e.payload_hash <> s.payload_hash
             ORDER BY s.line LIMIT 1""";

    static final String EXPECTED = """
            SELECT count(*) FROM (SELECT DISTINCT source, event_id FROM staged_event) s
             WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.source = s.source AND e.event_id = s.event_id)""";

    /**
     * Of several equal lines the last one counts. Keys in order: two imports at once wait for each other, not in a circle. (Two
     * inserts of one key within the same microseconds may, in the index of refs; PostgreSQL ends one of them, with nothing stored.)
     */
    static final String STORE = """
            WITH staged AS (
              SELECT DISTINCT ON (source, event_id) * FROM staged_event ORDER BY source, event_id, line DESC),
            made AS (
              INSERT INTO event (source, event_id, ref, type, livemode, status, slug, issued_at, base_url, key_id,
                     renderer_version, effects, sid, payload_hash, content_hash, run_hash, html_url, zip_url, imported,
                     created_at, updated_at, first_processed_at, transitions, history_length, history_head)
              SELECT source, event_id, ref, type, livemode, 'processed',
                     'imported-' || replace(gen_random_uuid()::text, '-', ''), created_at, '', '',
                     0, '', sid, payload_hash, content_hash, run_hash, html_url, zip_url, true,
                     created_at, updated_at, first_processed_at, 1, 1, hash
                FROM staged ORDER BY source, event_id
              ON CONFLICT ON CONSTRAINT uq_event_source_event_id DO NOTHING
              RETURNING id, source, event_id, created_at),
            histories AS (
              INSERT INTO transition (event, number, history_number, at, row_bytes, hash)
              SELECT m.id, 1, 1, ?, s.row_bytes, s.hash FROM made m JOIN staged s USING (source, event_id)),
            known_facts AS (
              INSERT INTO event_fact (source, fact, event)
              SELECT m.source, f.fact, m.id FROM made m JOIN staged s USING (source, event_id), unnest(s.facts) AS f (fact)
               ORDER BY m.source, f.fact, m.created_at, m.id
              ON CONFLICT ON CONSTRAINT pk_event_fact DO NOTHING)
            SELECT count(*) FROM made""";
}
