-- Runs in which what the visitors say goes through the agent's vendor of speech.
ALTER TABLE simulator_runs ADD COLUMN is_spoken boolean NOT NULL DEFAULT false;
-- What was understood in a conversation, and what it took: sums over what was said; null where it was written.
ALTER TABLE simulator_results ADD COLUMN speech jsonb;
