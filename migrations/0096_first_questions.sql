-- The first questions that were proposed for a new agent: as long as its draft still has them, they follow what
-- its knowledge turns out to answer. {"questions": [...], "before": [...], "revision": 2}: what was proposed,
-- what that replaced, and the draft's revision since then.
ALTER TABLE agents ADD COLUMN first_questions jsonb;
