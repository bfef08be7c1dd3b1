-- Whoever is in the team's queue waits since a moment. One that slept when its colleague went woke without, and stood in no list.
UPDATE conversations SET waiting_since = last_message_at
  WHERE handler = 'waiting' AND status IN ('open', 'pending') AND waiting_since IS NULL;
ALTER TABLE conversations ADD CONSTRAINT conversations_waiting_since
  CHECK (handler <> 'waiting' OR status NOT IN ('open', 'pending') OR waiting_since IS NOT NULL);

-- Who waits runs, which most others don't: by either alone the database takes those who wait for fewer than they are.
CREATE STATISTICS conversations_states (mcv) ON handler, status FROM conversations;

-- Those who wait, as before. Without a condition that the others imply: each makes the database think that they are fewer, until it went
-- through all of them where a country or a tag that few have leads there sooner. What lists ask for stands in the index.
DROP INDEX conversations_waiting_longest, conversations_waiting_of_assignee;
CREATE INDEX conversations_waiting_longest ON conversations (account_id, waiting_since, id) INCLUDE (agent_id, contact_id, tag)
  WHERE NOT is_preview AND handler = 'waiting' AND status IN ('open', 'pending');
CREATE INDEX conversations_waiting_of_assignee ON conversations (account_id, assignee_id, waiting_since, id) INCLUDE (agent_id, contact_id, tag)
  WHERE assignee_id IS NOT NULL AND NOT is_preview AND handler = 'waiting' AND status IN ('open', 'pending');
