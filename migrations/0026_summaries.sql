-- Since when an agent's conversations are summed up: switching it on says nothing about what was before.
CREATE TABLE summary_watches (
  agent_id text PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  since timestamptz NOT NULL
);
SELECT chatelier_wall('summary_watches');
CREATE INDEX agents_with_summaries ON agents (id) WHERE live -> 'summary' ->> 'enabled' = 'true';

-- One row for each stretch of a conversation: the messages from one place to another.
CREATE TABLE conversation_summaries (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  from_seq integer NOT NULL,
  through_seq integer NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'skipped')),
  engine text CHECK (engine IN ('built-in', 'model')),
  content jsonb,
  cost_micros bigint,
  recipients integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- When it was handed to the background work last.
  queued_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- Of several processes that see the same silence, one sums it up.
  CONSTRAINT conversation_summaries_stretch UNIQUE (conversation_id, from_seq)
);
CREATE INDEX conversation_summaries_waiting ON conversation_summaries (queued_at) WHERE state = 'waiting';
SELECT chatelier_wall('conversation_summaries');
