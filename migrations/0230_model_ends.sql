-- When models end, as the vendor's own list told: [{"model": "gpt-4o", "endsOn": "2027-01-14"}].
ALTER TABLE provider_connections ADD COLUMN ends jsonb NOT NULL DEFAULT '[]';
-- Of which end an agent's owners were written to, each once: "openai/gpt-4o 2027-01-14".
ALTER TABLE agents ADD COLUMN model_end_told text;
