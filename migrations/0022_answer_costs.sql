-- The margin counts every answer, those of the built-in engine as well.
DROP INDEX messages_costs;
CREATE INDEX messages_costs ON messages (account_id, created_at) WHERE engine IS NOT NULL;
