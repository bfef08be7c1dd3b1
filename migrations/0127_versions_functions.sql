-- Which versions of its functions an agent called when it was published, so that going back brings them along; null
-- for versions of before.
ALTER TABLE agent_versions ADD COLUMN functions jsonb;
