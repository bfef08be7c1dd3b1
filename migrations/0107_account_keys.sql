-- Keys by which programs work in an account for a member. hash is the SHA-256 of the key: a copy of the database opens nothing.
CREATE TABLE account_keys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  is_test boolean NOT NULL,
  scopes text[] NOT NULL,
  agent_ids text[],
  hash text NOT NULL,
  last_four text NOT NULL,
  created_by text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX account_keys_hash ON account_keys (hash);
CREATE INDEX account_keys_of_account ON account_keys (account_id, created_at DESC);
CREATE INDEX account_keys_of_user ON account_keys (created_by);
SELECT chatelier_wall('account_keys');
