-- What agents may call. sealed_secret is the one secret of the function's authentication.
CREATE TABLE functions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  label text NOT NULL,
  definition jsonb NOT NULL,
  version integer NOT NULL,
  sealed_secret text,
  last_four text,
  is_enabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX functions_name ON functions (account_id, lower(name)) WHERE deleted_at IS NULL;
SELECT chatelier_wall('functions');

CREATE TABLE function_versions (
  function_id text NOT NULL REFERENCES functions ON DELETE CASCADE,
  number integer NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  PRIMARY KEY (function_id, number)
);
CREATE INDEX function_versions_of_account ON function_versions (account_id);
SELECT chatelier_wall('function_versions');
