-- How far each source has been compared with its provider's own list of events (GO-4).
SET lock_timeout = '5s';

CREATE TABLE reconciliation (
    source       text        NOT NULL,
    -- no gaps between these two; null before the first complete comparison
    checked_from timestamptz,
    checked_to   timestamptz,
    -- one replica compares at a time
    leased_by    uuid,
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    CONSTRAINT pk_reconciliation PRIMARY KEY (source)
);
