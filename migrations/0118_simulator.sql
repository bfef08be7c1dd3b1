-- What an agent is tested with.
CREATE TABLE simulator_suites (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  name text NOT NULL,
  -- The draft can't be published while it fails.
  is_required boolean NOT NULL,
  -- It was made of answers in conversations.
  is_from_answers boolean NOT NULL DEFAULT false,
  scenarios jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX simulator_suites_of_agent ON simulator_suites (agent_id, created_at);
CREATE INDEX simulator_suites_of_account ON simulator_suites (account_id, created_at);
SELECT chatelier_wall('simulator_suites');

CREATE TABLE simulator_runs (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  suite_id text NOT NULL REFERENCES simulator_suites ON DELETE CASCADE,
  suite_name text NOT NULL,
  -- The scenarios as they were when it began.
  scenarios jsonb NOT NULL,
  version integer,
  -- Of all that a result depends on: configuration, knowledge, scenarios.
  fingerprint text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'passed', 'failed', 'stopped', 'broken')),
  player text NOT NULL CHECK (player IN ('script', 'model')),
  is_reading boolean NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  cost_micros bigint NOT NULL DEFAULT 0,
  milliseconds integer NOT NULL DEFAULT 0,
  started_by text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX simulator_runs_of_suite ON simulator_runs (suite_id, created_at DESC);
CREATE INDEX simulator_runs_of_agent ON simulator_runs (agent_id);
CREATE INDEX simulator_runs_of_account ON simulator_runs (account_id);
SELECT chatelier_wall('simulator_runs');

-- One conversation of a run.
CREATE TABLE simulator_results (
  run_id text NOT NULL REFERENCES simulator_runs ON DELETE CASCADE,
  place integer NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  scenario text NOT NULL,
  persona text NOT NULL,
  wallet text NOT NULL,
  attempt integer NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'passed', 'failed', 'broken')),
  checks jsonb NOT NULL,
  turns jsonb NOT NULL,
  cost_micros bigint NOT NULL DEFAULT 0,
  milliseconds integer NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, place)
);
CREATE INDEX simulator_results_of_agent ON simulator_results (agent_id);
CREATE INDEX simulator_results_of_account ON simulator_results (account_id);
SELECT chatelier_wall('simulator_results');
