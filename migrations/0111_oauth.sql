-- Programs that registered themselves to be let in by members, and what members let them do. Codes and tokens are hashes.
CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX oauth_clients_oldest ON oauth_clients (created_at);
CREATE TABLE oauth_grants (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  client_name text NOT NULL,
  scopes text[] NOT NULL,
  agent_ids text[],
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  code_hash text NOT NULL,
  code_expires_at timestamptz NOT NULL,
  code_used_at timestamptz,
  access_hash text,
  access_expires_at timestamptz,
  refresh_hash text,
  earlier_refresh_hash text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  ended_at timestamptz
);
CREATE UNIQUE INDEX oauth_grants_code ON oauth_grants (code_hash);
CREATE UNIQUE INDEX oauth_grants_access ON oauth_grants (access_hash);
CREATE UNIQUE INDEX oauth_grants_refresh ON oauth_grants (refresh_hash);
CREATE INDEX oauth_grants_earlier_refresh ON oauth_grants (earlier_refresh_hash);
CREATE INDEX oauth_grants_of_account ON oauth_grants (account_id, created_at DESC);
CREATE INDEX oauth_grants_of_user ON oauth_grants (user_id);
CREATE INDEX oauth_grants_of_client ON oauth_grants (client_id);
SELECT chatelier_wall('oauth_grants');
