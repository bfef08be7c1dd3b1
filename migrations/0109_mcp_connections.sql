-- MCP servers that an account is connected to. Keys and tokens are sealed; tools are as the server last described them.
CREATE TABLE mcp_connections (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  url text NOT NULL,
  auth text NOT NULL CHECK (auth IN ('none', 'bearer', 'header', 'oauth')),
  header_name text NOT NULL,
  sealed_secret text,
  last_four text,
  sealed_oauth text,
  sign_in_hash text,
  failure text,
  server_name text NOT NULL DEFAULT '',
  tools jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX mcp_connections_of_account ON mcp_connections (account_id, created_at);
SELECT chatelier_wall('mcp_connections');
