-- What an agent wants to do and somebody has to say yes to. A row is claimed once: approved becomes running by one conditional update.
CREATE TABLE tool_requests (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  answer_id text NOT NULL,
  tool text NOT NULL,
  arguments jsonb NOT NULL,
  approver text NOT NULL CHECK (approver IN ('visitor', 'team')),
  message_cost integer NOT NULL CHECK (message_cost >= 0),
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'declined', 'running', 'done', 'failed')),
  error_code text,
  -- The member who decided; null for the visitor.
  decided_by text,
  decided_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX tool_requests_open ON tool_requests (conversation_id) WHERE state IN ('waiting', 'approved', 'running');
CREATE INDEX tool_requests_of_account ON tool_requests (account_id);
SELECT chatelier_wall('tool_requests');

-- How often a tool ran in a conversation, where its owner set a limit.
CREATE TABLE tool_uses (
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  tool text NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  used integer NOT NULL,
  PRIMARY KEY (conversation_id, tool)
);
CREATE INDEX tool_uses_of_account ON tool_uses (account_id);
SELECT chatelier_wall('tool_uses');
