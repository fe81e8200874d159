-- One verified event, one official result. The names of the constraints are part of the code: every ON CONFLICT names one.
SET lock_timeout = '5s';

CREATE TABLE source_state (
    name       text        NOT NULL,
    state      text        NOT NULL DEFAULT 'active',
    reason     text,
    changed_by text,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT pk_source_state PRIMARY KEY (name),
    CONSTRAINT ck_source_state_state CHECK (state IN ('active', 'paused'))
);

CREATE TABLE event (
    id                 bigint      GENERATED ALWAYS AS IDENTITY,
    source             text        NOT NULL,
    event_id           text        NOT NULL,
    ref                text        NOT NULL,
    type               text        NOT NULL,
    livemode           boolean,
    api_version        text,
    status             text        NOT NULL,
    canonical_ref      text,
    -- pinned by the claim: what the result is made of (design: "the claim pins")
    slug               text        NOT NULL,
    issued_at          timestamptz NOT NULL,
    base_url           text        NOT NULL,
    key_id             text        NOT NULL,
    renderer_version   integer     NOT NULL,
    effects            text        NOT NULL,
    withheld           boolean     NOT NULL DEFAULT false,
    refusal_code       text,
    refusal_detail     text,
    -- what the provider's dialect said
    sid                text,
    target             text,
    email              text,
    email_sha256       text,
    product            text,
    price_id           text,
    amount_minor       bigint,
    currency           text,
    account            text,
    message_id         text,
    inbox_key          text,
    direction          text,
    party_from         text,
    party_to           text,
    message_text       text,
    delivery_status    text,
    -- content
    payload            bytea,
    payload_hash       bytea       NOT NULL,
    content_hash       bytea       NOT NULL,
    payload_erased_at  timestamptz,
    -- the run at work
    run_id             uuid,
    attempt            integer     NOT NULL DEFAULT 0,
    technical_failures integer     NOT NULL DEFAULT 0,
    due_at             timestamptz,
    failure_code       text,
    failure_detail     text,
    -- the result
    run_hash           bytea,
    html_url           text,
    zip_url            text,
    ledger_entry_id    bigint,
    inbox_line_id      bigint,
    imported           boolean     NOT NULL DEFAULT false,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    first_processed_at timestamptz,
    -- the history: arrivals and transitions in one hash chain (GO-6); its head is here, so a cut tail shows
    arrivals           integer     NOT NULL DEFAULT 0,
    transitions        integer     NOT NULL DEFAULT 0,
    history_length     integer     NOT NULL DEFAULT 0,
    history_head       bytea       NOT NULL,
    CONSTRAINT pk_event PRIMARY KEY (id),
    CONSTRAINT uq_event_source_event_id UNIQUE (source, event_id),
    CONSTRAINT uq_event_ref UNIQUE (ref),
    CONSTRAINT uq_event_slug UNIQUE (slug),
    CONSTRAINT ck_event_status
        CHECK (status IN ('received', 'processing', 'processed', 'duplicate_reused', 'failed', 'orphaned')),
    CONSTRAINT ck_event_processing_has_run CHECK (status <> 'processing' OR (run_id IS NOT NULL AND due_at IS NOT NULL)),
    CONSTRAINT ck_event_canonical CHECK ((status = 'duplicate_reused') = (canonical_ref IS NOT NULL)),
    CONSTRAINT ck_event_failed_has_code CHECK (status <> 'failed' OR failure_code IS NOT NULL),
    CONSTRAINT ck_event_processed_at CHECK (status <> 'processed' OR first_processed_at IS NOT NULL)
) WITH (fillfactor = 80);
-- No index on arrivals, history or updated_at: repeats stay HOT updates.
CREATE INDEX ix_event_due ON event (due_at, id) WHERE status IN ('received', 'processing', 'failed', 'orphaned');
CREATE INDEX ix_event_message ON event (source, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX ix_event_sid ON event (sid) WHERE sid IS NOT NULL;
CREATE INDEX ix_event_run_hash ON event (run_hash) WHERE run_hash IS NOT NULL;
CREATE INDEX ix_event_ledger_entry ON event (ledger_entry_id) WHERE ledger_entry_id IS NOT NULL;
CREATE INDEX ix_event_created ON event (created_at, id);
CREATE INDEX ix_event_canonical_ref ON event (canonical_ref) WHERE canonical_ref IS NOT NULL;

CREATE TABLE event_fact (
    source text   NOT NULL,
    fact   text   NOT NULL,
    event  bigint NOT NULL,
    CONSTRAINT pk_event_fact PRIMARY KEY (source, fact),
    CONSTRAINT fk_event_fact_event FOREIGN KEY (event) REFERENCES event (id)
);

-- row_bytes is the RFC 8785 form of the row without number and hash; hash = SHA-256(previous head || row_bytes)
CREATE TABLE arrival (
    event          bigint      NOT NULL,
    number         integer     NOT NULL,
    history_number integer     NOT NULL,
    request_id     text        NOT NULL,
    outcome        text        NOT NULL,
    arrived_at     timestamptz NOT NULL,
    row_bytes      bytea       NOT NULL,
    hash           bytea       NOT NULL,
    CONSTRAINT pk_arrival PRIMARY KEY (event, number),
    CONSTRAINT uq_arrival_history UNIQUE (event, history_number),
    CONSTRAINT uq_arrival_request UNIQUE (event, request_id),
    CONSTRAINT fk_arrival_event FOREIGN KEY (event) REFERENCES event (id),
    CONSTRAINT ck_arrival_outcome
        CHECK (outcome IN ('first', 'retried', 'duplicate_reused', 'in_progress', 'conflict'))
);
CREATE INDEX ix_arrival_arrived ON arrival (arrived_at, event, number);

CREATE TABLE transition (
    event          bigint      NOT NULL,
    number         integer     NOT NULL,
    history_number integer     NOT NULL,
    at             timestamptz NOT NULL,
    row_bytes      bytea       NOT NULL,
    hash           bytea       NOT NULL,
    CONSTRAINT pk_transition PRIMARY KEY (event, number),
    CONSTRAINT uq_transition_history UNIQUE (event, history_number),
    CONSTRAINT fk_transition_event FOREIGN KEY (event) REFERENCES event (id)
);

-- Authentic but stale requests (IO-5): recorded, never numbered, never an event.
CREATE TABLE rejection (
    id           bigint      GENERATED ALWAYS AS IDENTITY,
    source       text        NOT NULL,
    event_id     text        NOT NULL,
    code         text        NOT NULL,
    received_at  timestamptz NOT NULL,
    signed_at    timestamptz,
    payload_hash bytea       NOT NULL,
    request_id   text        NOT NULL,
    detail       text        NOT NULL,
    CONSTRAINT pk_rejection PRIMARY KEY (id)
);
CREATE INDEX ix_rejection_event ON rejection (source, event_id);
CREATE INDEX ix_rejection_received ON rejection (received_at, id);
