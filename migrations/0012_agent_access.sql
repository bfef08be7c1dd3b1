-- What an agent used in its running day and month (UTC): one row, so that one conditional statement can count and refuse.
CREATE TABLE agent_usage (
  agent_id text PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  day_messages integer NOT NULL DEFAULT 0,
  -- Percent of the limit of which the owner was told; the same for the month.
  day_notice integer NOT NULL DEFAULT 0,
  day_noticed_at timestamptz,
  -- The month's first day.
  month date NOT NULL,
  month_messages integer NOT NULL DEFAULT 0,
  -- Micro-dollars: what finished answers cost, and what is held back for those that are being written.
  month_micros bigint NOT NULL DEFAULT 0,
  month_held bigint NOT NULL DEFAULT 0,
  month_notice integer NOT NULL DEFAULT 0,
  month_noticed_at timestamptz
);
CREATE INDEX agent_usage_of_account ON agent_usage (account_id);
SELECT chatelier_wall('agent_usage');

-- One person is a visitor of each agent that he talks with. Those who came by switching name the first of them,
-- and the conversation that they came from.
ALTER TABLE visitors
  ADD COLUMN root_id text REFERENCES visitors ON DELETE SET NULL,
  ADD COLUMN came_from text REFERENCES conversations ON DELETE SET NULL,
  ADD COLUMN carries boolean NOT NULL DEFAULT false;
CREATE INDEX visitors_of_root ON visitors (root_id, agent_id) WHERE root_id IS NOT NULL;
CREATE INDEX visitors_from_conversation ON visitors (came_from) WHERE came_from IS NOT NULL;
ALTER TABLE conversations
  ADD COLUMN came_from text REFERENCES conversations ON DELETE SET NULL,
  -- Whether the agent reads the conversation that the visitor came from.
  ADD COLUMN carries boolean NOT NULL DEFAULT false;
CREATE INDEX conversations_from_conversation ON conversations (came_from) WHERE came_from IS NOT NULL;
