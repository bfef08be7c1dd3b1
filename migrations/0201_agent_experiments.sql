-- What is tried with a part of an agent's new visitors, and what was. Who gets what follows from the visitor's id, so
-- nothing is stored of it; it stands with the agent because every visitor's call reads that row already.
ALTER TABLE agents ADD COLUMN experiments jsonb NOT NULL DEFAULT '[]';
CREATE INDEX agents_with_experiments ON agents (account_id) WHERE experiments @> '[{"endedAt": null}]';
