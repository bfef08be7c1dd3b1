-- What one agent knows. Its id is shared with nothing else; sources, documents and chunks hang below it.
CREATE TABLE knowledge_collections (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Rises with every change to what can be found, so that caches know when they are old.
  revision bigint NOT NULL DEFAULT 0,
  embedding_model text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX knowledge_collections_of_account ON knowledge_collections (account_id);
SELECT chatelier_wall('knowledge_collections');

CREATE TABLE knowledge_sources (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('file', 'website', 'page', 'text', 'qa')),
  title text NOT NULL,
  url text,
  settings jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL CHECK (status IN ('queued', 'fetching', 'parsing', 'indexing', 'ready', 'failed')),
  error_code text,
  found_count integer NOT NULL DEFAULT 0,
  done_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  chunk_count integer NOT NULL DEFAULT 0,
  character_count bigint NOT NULL DEFAULT 0,
  file_name text,
  mime_type text,
  byte_count bigint,
  resync text NOT NULL DEFAULT 'off' CHECK (resync IN ('off', 'daily', 'weekly', 'monthly')),
  next_sync_at timestamptz,
  synced_at timestamptz,
  -- The server process that works on it, and a number that rises with every run so that an overtaken run can tell.
  process_id text,
  run integer NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX knowledge_sources_of_collection ON knowledge_sources (collection_id, created_at);
CREATE INDEX knowledge_sources_due ON knowledge_sources (next_sync_at) WHERE next_sync_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX knowledge_sources_running ON knowledge_sources (status) WHERE status IN ('queued', 'fetching', 'parsing', 'indexing');
CREATE INDEX knowledge_sources_bin ON knowledge_sources (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT chatelier_wall('knowledge_sources');

-- The uploaded bytes, kept beside the rows so that they commit together and every server process can read them.
CREATE TABLE knowledge_files (
  source_id text PRIMARY KEY REFERENCES knowledge_sources ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  bytes bytea NOT NULL
);
ALTER TABLE knowledge_files ALTER COLUMN bytes SET STORAGE EXTERNAL;
SELECT chatelier_wall('knowledge_files');

-- One page of a website, one file, one pasted text, one question with its answer: the stored copy that citations open.
CREATE TABLE knowledge_documents (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  url text,
  title text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'fetching', 'parsing', 'indexing', 'ready', 'failed')),
  error_code text,
  language text NOT NULL DEFAULT 'en',
  body text NOT NULL DEFAULT '',
  pages jsonb,
  etag text,
  last_modified text,
  content_hash text,
  fetched_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX knowledge_documents_url ON knowledge_documents (source_id, url) WHERE url IS NOT NULL;
CREATE INDEX knowledge_documents_of_source ON knowledge_documents (source_id, created_at);
CREATE INDEX knowledge_documents_of_collection ON knowledge_documents (collection_id);
SELECT chatelier_wall('knowledge_documents');

CREATE TABLE knowledge_chunks (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  document_id text NOT NULL REFERENCES knowledge_documents ON DELETE CASCADE,
  -- Number inside its segment of the search index.
  segment_id text,
  ordinal integer NOT NULL,
  position integer NOT NULL,
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  page integer,
  heading text NOT NULL DEFAULT '',
  body text NOT NULL,
  language text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  embedding_model text,
  sign_bits bit varying,
  vector bytea
);
CREATE INDEX knowledge_chunks_of_document ON knowledge_chunks (document_id, position);
CREATE INDEX knowledge_chunks_of_segment ON knowledge_chunks (segment_id, ordinal);
CREATE INDEX knowledge_chunks_disabled ON knowledge_chunks (collection_id) WHERE NOT enabled;
CREATE INDEX knowledge_chunks_dense ON knowledge_chunks (collection_id, embedding_model) WHERE embedding_model IS NOT NULL;
SELECT chatelier_wall('knowledge_chunks');

-- The lexical index: per segment (a bounded number of chunks) and term one compact list of postings.
CREATE TABLE knowledge_segments (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  chunk_count integer NOT NULL,
  total_length bigint NOT NULL,
  -- Lengths of its chunks, by ordinal.
  lengths bytea NOT NULL
);
CREATE INDEX knowledge_segments_of_collection ON knowledge_segments (collection_id);
CREATE INDEX knowledge_segments_of_source ON knowledge_segments (source_id);
SELECT chatelier_wall('knowledge_segments');

CREATE TABLE knowledge_postings (
  account_id text NOT NULL,
  collection_id text NOT NULL,
  segment_id text NOT NULL REFERENCES knowledge_segments ON DELETE CASCADE,
  term text NOT NULL,
  document_frequency integer NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (collection_id, term, segment_id)
);
CREATE INDEX knowledge_postings_of_segment ON knowledge_postings (segment_id);
SELECT chatelier_wall('knowledge_postings');
