CREATE TABLE agents (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- The public number in /widgets/{number}; random, so that numbers tell nothing about each other.
  number integer NOT NULL,
  collection_id text NOT NULL REFERENCES knowledge_collections,
  name text NOT NULL,
  system_prompt text NOT NULL DEFAULT '',
  draft jsonb NOT NULL,
  draft_revision integer NOT NULL DEFAULT 1,
  live jsonb,
  live_version integer,
  latest_version integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'live', 'paused', 'archived')),
  avatar bytea,
  avatar_type text,
  avatar_hash text,
  site_url text,
  seen_url text,
  seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT agents_number UNIQUE (number)
);
CREATE INDEX agents_of_account ON agents (account_id, created_at DESC);
SELECT chatelier_wall('agents');

CREATE TABLE agent_versions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  version integer NOT NULL,
  name text NOT NULL DEFAULT '',
  configuration jsonb NOT NULL,
  published_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT agent_versions_version UNIQUE (agent_id, version)
);
SELECT chatelier_wall('agent_versions');
