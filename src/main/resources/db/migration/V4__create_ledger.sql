-- Prepaid accounts and their append-only ledger (IO-1…IO-3, IO-10, IO-12), and the inbox (IO-4).
SET lock_timeout = '5s';

CREATE TABLE account (
    id              text        NOT NULL,
    name            text        NOT NULL,
    currency        text        NOT NULL,
    balance_minor   bigint      NOT NULL DEFAULT 0,
    overdraft_minor bigint      NOT NULL DEFAULT 0,
    status          text        NOT NULL DEFAULT 'open',
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT pk_account PRIMARY KEY (id),
    CONSTRAINT ck_account_floor CHECK (balance_minor >= -overdraft_minor),
    CONSTRAINT ck_account_overdraft CHECK (overdraft_minor >= 0),
    CONSTRAINT ck_account_currency CHECK (currency ~ '^[a-z]{3}$'),
    CONSTRAINT ck_account_status CHECK (status IN ('open', 'closed'))
) WITH (fillfactor = 80);

CREATE TABLE ledger_entry (
    id                  bigint      GENERATED ALWAYS AS IDENTITY,
    account             text        NOT NULL,
    kind                text        NOT NULL,
    amount_minor        bigint      NOT NULL,
    currency            text        NOT NULL,
    source              text,
    event_id            text,
    message_id          text,
    delivery_status     text,
    refunds_entry_id    bigint,
    idempotency_key     text,
    request_hash        bytea,
    reason              text,
    actor               text,
    balance_after_minor bigint      NOT NULL,
    created_at          timestamptz NOT NULL,
    CONSTRAINT pk_ledger_entry PRIMARY KEY (id),
    CONSTRAINT fk_ledger_entry_account FOREIGN KEY (account) REFERENCES account (id),
    CONSTRAINT fk_ledger_entry_refund FOREIGN KEY (refunds_entry_id) REFERENCES ledger_entry (id),
    CONSTRAINT ck_ledger_entry_kind CHECK (kind IN ('credit', 'debit', 'refund')),
    CONSTRAINT ck_ledger_entry_amount CHECK (amount_minor >= 1),
    -- NULL evades UNIQUE: a debit has all its dedup columns, a credit has an event or a caller's key, a refund its debit
    CONSTRAINT ck_ledger_entry_dedup CHECK (
        CASE kind
            WHEN 'debit' THEN source IS NOT NULL AND event_id IS NOT NULL AND message_id IS NOT NULL
                              AND refunds_entry_id IS NULL AND idempotency_key IS NULL
            WHEN 'credit' THEN ((source IS NOT NULL AND event_id IS NOT NULL) <> (idempotency_key IS NOT NULL))
                              AND refunds_entry_id IS NULL
            ELSE refunds_entry_id IS NOT NULL AND idempotency_key IS NULL
        END),
    CONSTRAINT uq_ledger_entry_refund UNIQUE (refunds_entry_id)
);
-- The ids come first in these keys: finance looks for an event or message id without naming its source (IO-7).
CREATE UNIQUE INDEX uq_ledger_entry_debit_event ON ledger_entry (event_id, source) WHERE kind = 'debit';
CREATE UNIQUE INDEX uq_ledger_entry_debit_message ON ledger_entry (message_id, source) WHERE kind = 'debit';
CREATE UNIQUE INDEX uq_ledger_entry_credit_event ON ledger_entry (event_id, source) WHERE kind = 'credit';
CREATE UNIQUE INDEX uq_ledger_entry_credit_key ON ledger_entry (account, idempotency_key) WHERE kind = 'credit';
CREATE INDEX ix_ledger_entry_account ON ledger_entry (account, id);
CREATE INDEX ix_ledger_entry_created ON ledger_entry (created_at, id);

-- Only the delivery status of a row may change; amounts, links and the row itself stay.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unchanged ledger_entry%ROWTYPE;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        unchanged := NEW;
        unchanged.delivery_status := OLD.delivery_status;
        IF unchanged IS NOT DISTINCT FROM OLD THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tr_ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER tr_ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- How far a message has come. Only a higher rank replaces a lower one, so a late report never moves a status backwards, and of
-- two final reports the first stays. A status that nobody told us about ranks lowest: it is kept until a known one arrives.
CREATE FUNCTION delivery_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE status
        WHEN 'accepted' THEN 1 WHEN 'queued' THEN 1 WHEN 'scheduled' THEN 1 WHEN 'pending' THEN 1 WHEN 'sending' THEN 2
        WHEN 'sent' THEN 3
        WHEN 'delivered' THEN 4 WHEN 'failed' THEN 4 WHEN 'undelivered' THEN 4 WHEN 'rejected' THEN 4 WHEN 'expired' THEN 4
        WHEN 'received' THEN 4
        WHEN 'read' THEN 5
        ELSE 0
    END
$$;

-- Name of a conversation: account and counterpart, without showing the counterpart's number.
CREATE FUNCTION inbox_thread(account text, counterpart text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT 'th_' || substr(encode(sha256(convert_to(account || chr(10) || counterpart, 'UTF8')), 'hex'), 1, 32)
$$;

CREATE TABLE inbox_line (
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    source          text        NOT NULL,
    inbox_key       text        NOT NULL,
    thread          text        NOT NULL,
    direction       text        NOT NULL,
    event_id        text        NOT NULL,
    message_id      text        NOT NULL,
    account         text        NOT NULL,
    party_from      text        NOT NULL,
    party_to        text        NOT NULL,
    message_text    text,
    delivery_status text        NOT NULL,
    created_at      timestamptz NOT NULL,
    CONSTRAINT pk_inbox_line PRIMARY KEY (id),
    CONSTRAINT uq_inbox_line_key UNIQUE (inbox_key, source),
    CONSTRAINT uq_inbox_line_event UNIQUE (event_id, source),
    CONSTRAINT ck_inbox_line_direction CHECK (direction IN ('MT', 'MO'))
);
CREATE INDEX ix_inbox_line_message ON inbox_line (message_id, source);
CREATE INDEX ix_inbox_line_account ON inbox_line (account, id);
CREATE INDEX ix_inbox_line_thread ON inbox_line (thread, id);

-- The sources that events have, one index look-up each: an event is found by its id alone without an index of its own for that.
CREATE VIEW event_source AS
    WITH RECURSIVE found (name) AS (
        SELECT min(source) FROM event
        UNION ALL
        SELECT (SELECT min(e.source) FROM event e WHERE e.source > found.name) FROM found WHERE found.name IS NOT NULL)
    SELECT name FROM found WHERE name IS NOT NULL;
