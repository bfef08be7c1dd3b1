-- Files of contacts that somebody brings, with the file itself until its rows are in. done counts rows that were looked at, so that a second run goes on where the first one died.
CREATE TABLE contact_imports (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_by text NOT NULL,
  file_name text NOT NULL,
  file bytea,
  encoding text NOT NULL,
  delimiter text NOT NULL,
  columns jsonb NOT NULL,
  samples jsonb NOT NULL,
  plan jsonb,
  state text NOT NULL CHECK (state IN ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  problems jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL
);
CREATE INDEX contact_imports_of_account ON contact_imports (account_id, created_at);
SELECT chatelier_wall('contact_imports');
