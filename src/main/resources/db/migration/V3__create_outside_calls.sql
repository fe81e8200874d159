-- Intent rows of calls to the outside (GO-5): written with the event's state, carried out after commit.
SET lock_timeout = '5s';

CREATE TABLE notification (
    id          bigint      GENERATED ALWAYS AS IDENTITY,
    event       bigint      NOT NULL,
    state       text        NOT NULL,
    attempts    integer     NOT NULL DEFAULT 0,
    run_id      uuid,
    deadline    timestamptz,
    next_try_at timestamptz,
    external_id text,
    detail      text,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    sent_at     timestamptz,
    -- the repeat count that the original message carries (AV-9.2), and when it was last written there
    marked      integer     NOT NULL DEFAULT 1,
    marked_at   timestamptz,
    CONSTRAINT pk_notification PRIMARY KEY (id),
    CONSTRAINT uq_notification_event UNIQUE (event),
    CONSTRAINT fk_notification_event FOREIGN KEY (event) REFERENCES event (id),
    CONSTRAINT ck_notification_state
        CHECK (state IN ('intended', 'attempting', 'sent', 'unknown', 'failed', 'disabled'))
);
CREATE INDEX ix_notification_next ON notification (next_try_at, id) WHERE state IN ('intended', 'attempting');

CREATE TABLE crm_forward (
    id          bigint      GENERATED ALWAYS AS IDENTITY,
    event       bigint      NOT NULL,
    webhook_id  text        NOT NULL,
    body        bytea       NOT NULL,
    state       text        NOT NULL,
    attempts    integer     NOT NULL DEFAULT 0,
    run_id      uuid,
    deadline    timestamptz,
    next_try_at timestamptz,
    external_id text,
    detail      text,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    sent_at     timestamptz,
    CONSTRAINT pk_crm_forward PRIMARY KEY (id),
    CONSTRAINT uq_crm_forward_event UNIQUE (event),
    CONSTRAINT uq_crm_forward_webhook UNIQUE (webhook_id),
    CONSTRAINT fk_crm_forward_event FOREIGN KEY (event) REFERENCES event (id),
    CONSTRAINT ck_crm_forward_state
        CHECK (state IN ('intended', 'attempting', 'sent', 'unknown', 'failed', 'disabled'))
);
CREATE INDEX ix_crm_forward_next ON crm_forward (next_try_at, id) WHERE state IN ('intended', 'attempting', 'unknown');
