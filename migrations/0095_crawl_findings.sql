-- What a crawl finds out beside its pages.
ALTER TABLE knowledge_sources
  -- Pages that were found and left out because of the page limit, and because they lie too deep.
  ADD COLUMN left_out_count integer NOT NULL DEFAULT 0,
  ADD COLUMN too_deep_count integer NOT NULL DEFAULT 0;

-- Lines that stand on many pages of a site and belong to none of them, so that a page that comes later is
-- cleaned of them as well: [["<key of the line>", "<address of the page that keeps it>" or null], ...].
CREATE TABLE knowledge_repeated_lines (
  source_id text PRIMARY KEY REFERENCES knowledge_sources ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  lines jsonb NOT NULL
);
SELECT chatelier_wall('knowledge_repeated_lines');

-- Files that a site's pages link to, which its owner may want to add.
CREATE TABLE knowledge_linked_files (
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  url text NOT NULL,
  title text NOT NULL,
  PRIMARY KEY (source_id, url)
);
SELECT chatelier_wall('knowledge_linked_files');
