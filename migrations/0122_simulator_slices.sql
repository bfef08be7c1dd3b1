-- A run is held in slices: each takes it up anew, and whoever held it before writes nothing more.
ALTER TABLE simulator_runs
  -- How far the draft had been changed when it began; null for a version.
  ADD COLUMN draft_revision integer,
  ADD COLUMN attempt integer NOT NULL DEFAULT 0,
  -- How often it was taken up since a conversation of it ended last.
  ADD COLUMN stalls integer NOT NULL DEFAULT 0,
  ADD COLUMN moved_at timestamptz,
  -- What counts towards the limits: as the cost, but asking a model without a known price counts, too.
  ADD COLUMN spent_micros bigint NOT NULL DEFAULT 0;
CREATE INDEX simulator_runs_open ON simulator_runs (account_id) WHERE status IN ('queued', 'running');

-- What simulations of an account took from models on the last day on which they took anything (UTC).
CREATE TABLE simulator_spending (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  micros bigint NOT NULL
);
SELECT chatelier_wall('simulator_spending');
