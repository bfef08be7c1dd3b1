-- Network addresses that may not chat, register or sign in, as superadmins say. Belongs to the server.
CREATE TABLE ip_blocks (
  id text PRIMARY KEY,
  network cidr NOT NULL UNIQUE,
  reason text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);

-- What visitors report about an agent to whoever runs the server. Its account does not read it.
CREATE TABLE agent_reports (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('scam', 'harmful', 'impersonation', 'payment', 'other')),
  body text NOT NULL,
  -- When a superadmin had looked at it.
  resolved_at timestamptz,
  created_at timestamptz NOT NULL
);
SELECT chatelier_wall('agent_reports');
CREATE INDEX agent_reports_open ON agent_reports (agent_id, created_at DESC) WHERE resolved_at IS NULL;

-- A superadmin took it off; its owner can't open it meanwhile.
ALTER TABLE agents ADD COLUMN held_at timestamptz, ADD COLUMN held_reason text NOT NULL DEFAULT '';
