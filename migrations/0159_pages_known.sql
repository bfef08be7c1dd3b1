-- How many pages of a site were known when it began to be read anew: those that were read and those that a limit left out.
ALTER TABLE knowledge_sources ADD COLUMN known_count integer NOT NULL DEFAULT 0;
