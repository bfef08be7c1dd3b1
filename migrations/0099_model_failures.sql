-- Why an agent's model gave no answer, until it gives one again:
-- {"provider": "openai", "model": "gpt-4o", "code": "llm.unauthorized", "at": "2026-…"}.
ALTER TABLE agents ADD COLUMN model_failure jsonb;
