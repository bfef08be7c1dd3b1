-- Whoever sends a test sees at once how it went: one that failed was not given up after all tries.
ALTER TABLE webhook_deliveries ADD COLUMN is_test boolean NOT NULL DEFAULT false;
UPDATE webhook_deliveries SET is_test = true WHERE state = 'failed' AND attempts = 1;
-- What was given up on the whole server is few beside what was delivered.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, tried_at) WHERE state = 'failed';
