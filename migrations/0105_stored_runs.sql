-- A run over the copies that are stored already, without asking the site: to clean them of what repeats.
ALTER TABLE knowledge_sources
  DROP CONSTRAINT knowledge_sources_run_scope_check,
  ADD CONSTRAINT knowledge_sources_run_scope_check CHECK (run_scope IN ('all', 'queued', 'stored'));
