-- What the agent knew when a version was published, so that going back brings that along; null for those of before.
ALTER TABLE agent_versions ADD COLUMN knowledge jsonb;
