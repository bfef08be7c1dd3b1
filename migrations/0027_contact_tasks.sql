-- Questions to the list of contacts that an account asks again and again.
CREATE TABLE contact_segments (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  filter jsonb NOT NULL,
  sort text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX contact_segments_of_account ON contact_segments (account_id, created_at);
SELECT chatelier_wall('contact_segments');

-- Work on many contacts, done in the background piece by piece. cursor says how far it came, so that a second run goes on where the first one died.
CREATE TABLE contact_tasks (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_by text NOT NULL,
  spec jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  cursor text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX contact_tasks_of_account ON contact_tasks (account_id, created_at);
SELECT chatelier_wall('contact_tasks');

-- Contacts that became part of another one, so that old links lead there.
CREATE TABLE contact_merges (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  merged_into text NOT NULL REFERENCES contacts ON DELETE CASCADE,
  merged_at timestamptz NOT NULL
);
CREATE INDEX contact_merges_into ON contact_merges (merged_into);
CREATE INDEX contact_merges_of_account ON contact_merges (account_id);
SELECT chatelier_wall('contact_merges');
