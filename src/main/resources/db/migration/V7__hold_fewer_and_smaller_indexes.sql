-- A first-time message adds an entry at a random place of every index on a random id. With millions stored each of these is a
-- page that is fetched, changed and logged whole after a checkpoint, so the fewer and the denser they are, the flatter the cost.
SET lock_timeout = '5s';

-- Guarded nothing: a forward's webhook id is a function of its event's key, and an event has one forward (uq_crm_forward_event);
-- the slug of an event that earns no certificate names nothing.
ALTER TABLE crm_forward DROP CONSTRAINT uq_crm_forward_webhook;
ALTER TABLE event DROP CONSTRAINT uq_event_slug;
CREATE UNIQUE INDEX uq_event_slug ON event (slug) WHERE effects LIKE '%certificate%';

-- Asked for equality alone: a hash index holds four bytes of an id, a third of the pages. EXCLUDE with = is UNIQUE by such an index.
ALTER TABLE event DROP CONSTRAINT uq_event_ref;
ALTER TABLE event ADD CONSTRAINT uq_event_ref EXCLUDE USING hash (ref WITH =);

-- The line of a message is found by the events of the message: each that filed or used a line holds its id. A sub-select, not a
-- join: while the tables are small, the planner would rather join by reading all lines, and keep that plan when they have grown.
DROP INDEX ix_inbox_line_message;
CREATE VIEW message_line AS
    SELECT e.source, e.message_id, e.inbox_line_id AS id,
           (SELECT l.direction FROM inbox_line l WHERE l.id = e.inbox_line_id AND l.message_id = e.message_id) AS direction
      FROM event e WHERE e.inbox_line_id IS NOT NULL;
