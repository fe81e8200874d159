-- The certificate package of an event, with all that rebuilds it byte for byte without payload and private key (GO-3).
SET lock_timeout = '5s';

CREATE TABLE signing_key (
    key_id      text        NOT NULL,
    public_key  bytea       NOT NULL,
    valid_from  timestamptz NOT NULL,
    valid_until timestamptz,
    CONSTRAINT pk_signing_key PRIMARY KEY (key_id)
);

CREATE SEQUENCE delivery_seq INCREMENT BY 50;

CREATE TABLE delivery (
    id               bigint      NOT NULL,
    event            bigint      NOT NULL,
    slug             text        NOT NULL,
    withheld         boolean     NOT NULL,
    statement        bytea       NOT NULL,
    run_hash         bytea       NOT NULL,
    signature        bytea       NOT NULL,
    key_id           text        NOT NULL,
    renderer_version integer     NOT NULL,
    html_sha256      text        NOT NULL,
    zip_sha256       text        NOT NULL,
    created_at       timestamptz NOT NULL,
    scrubbed_at      timestamptz,
    damage           text,
    CONSTRAINT pk_delivery PRIMARY KEY (id),
    CONSTRAINT uq_delivery_event UNIQUE (event),
    CONSTRAINT uq_delivery_slug UNIQUE (slug),
    CONSTRAINT fk_delivery_event FOREIGN KEY (event) REFERENCES event (id),
    CONSTRAINT fk_delivery_key FOREIGN KEY (key_id) REFERENCES signing_key (key_id)
);

-- Where the slow background pass over all deliveries stands.
CREATE TABLE scrub_position (
    id           integer     NOT NULL,
    delivery     bigint      NOT NULL,
    updated_at   timestamptz NOT NULL,
    completed_at timestamptz,
    CONSTRAINT pk_scrub_position PRIMARY KEY (id)
);
