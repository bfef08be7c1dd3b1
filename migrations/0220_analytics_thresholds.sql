-- Figures that an account wants to hear of when they pass a limit.
CREATE TABLE analytics_thresholds (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Null: of all agents together.
  agent_id text REFERENCES agents ON DELETE CASCADE,
  figure text NOT NULL CHECK (figure IN ('messages', 'conversations', 'visitors', 'revenue', 'unanswered', 'satisfaction')),
  side text NOT NULL CHECK (side IN ('above', 'below')),
  -- A count, percent, or the smallest unit of the currency.
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK ((currency <> '') = (figure = 'revenue')),
  zone text NOT NULL CHECK (length(zone) <= 64),
  -- As it was when last looked at.
  last_value double precision,
  is_past boolean NOT NULL DEFAULT false,
  -- The first day of the period in which it was last told that the limit is passed.
  told_day date,
  told_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz NOT NULL
);
SELECT chatelier_wall('analytics_thresholds');
CREATE INDEX analytics_thresholds_account ON analytics_thresholds (account_id);
CREATE INDEX analytics_thresholds_agent ON analytics_thresholds (agent_id);
