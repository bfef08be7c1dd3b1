-- Keys of one agent. hash is the SHA-256 of the key: a copy of the database opens nothing.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('public', 'secret')),
  name text NOT NULL,
  hash text NOT NULL,
  last_four text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash);
CREATE INDEX api_keys_of_agent ON api_keys (agent_id, created_at DESC);
CREATE INDEX api_keys_of_account ON api_keys (account_id);
SELECT chatelier_wall('api_keys');

-- Which agents a member reaches: all of them (NULL), or these.
ALTER TABLE memberships ADD COLUMN agent_ids text[];
