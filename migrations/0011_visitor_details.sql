-- What a visitor agreed to, and what he typed into the agent's contact form. A form is filled or skipped once by one visitor.
ALTER TABLE visitors
  ADD COLUMN consent_version text,
  ADD COLUMN consent_at timestamptz,
  ADD COLUMN consent_language text,
  ADD COLUMN form_state text CHECK (form_state IN ('asked', 'skipped', 'filled')),
  ADD COLUMN form_values jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN form_at timestamptz;

ALTER TABLE contacts
  ADD COLUMN phone text,
  ADD COLUMN company text,
  -- Answers that have no column: [{ key, type, label, value }].
  ADD COLUMN custom_values jsonb NOT NULL DEFAULT '[]',
  -- An address that was typed here and belongs to another contact: nobody has shown that both are one person.
  ADD COLUMN claimed_email text;

ALTER TABLE conversations
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN ended_by text CHECK (ended_by IN ('visitor', 'agent')),
  ADD COLUMN rating smallint CHECK (rating BETWEEN 1 AND 5),
  ADD COLUMN rating_comment text NOT NULL DEFAULT '';

-- That a visitor deleted his data, and nothing of what it was.
CREATE TABLE visitor_deletions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  -- The contact when it had something else and stayed.
  contact_id text REFERENCES contacts ON DELETE CASCADE,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX visitor_deletions_recent ON visitor_deletions (account_id, deleted_at DESC);
CREATE INDEX visitor_deletions_of_contact ON visitor_deletions (contact_id);
SELECT chatelier_wall('visitor_deletions');
