-- An account of the instance itself: nobody is a member of it, and no figure counts it.
ALTER TABLE accounts ADD COLUMN is_system boolean NOT NULL DEFAULT false;

-- The agent that speaks for a template in its preview. The fingerprint is that of the template's files: when they change, a new agent is made.
CREATE TABLE template_demos (
  slug text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  fingerprint text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX template_demos_of_agent ON template_demos (agent_id);
SELECT chatelier_wall('template_demos');

-- One row for each agent made of a template, so that the same request sent twice makes one.
CREATE TABLE template_uses (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL,
  slug text NOT NULL,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX template_uses_of_agent ON template_uses (agent_id);
SELECT chatelier_wall('template_uses');
