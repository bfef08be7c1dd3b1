-- A file of contacts: cells that were not taken of rows that were, how its columns write days and numbers, and
-- the tags that it brings. Rows of which something was refused wait here to be handed back.
ALTER TABLE contact_imports
  ADD COLUMN refused_cells integer NOT NULL DEFAULT 0,
  ADD COLUMN formats jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN new_tags text[] NOT NULL DEFAULT '{}';
CREATE TABLE contact_import_refusals (
  import_id text NOT NULL REFERENCES contact_imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  cells jsonb NOT NULL,
  problems jsonb NOT NULL,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX contact_import_refusals_of_account ON contact_import_refusals (account_id);
SELECT chatelier_wall('contact_import_refusals');
