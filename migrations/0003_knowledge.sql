-- What one agent knows. Its id is shared with nothing else; sources, documents and chunks hang below it.
CREATE TABLE knowledge_collections (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Rises with every change to what can be found, so that caches know when they are old.
  revision bigint NOT NULL DEFAULT 0,
  -- The embedding model that chunks are made known to; the error is why that stands still.
  embedding_provider text,
  embedding_model text,
  embedding_error text,
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
  site_name text,
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
  -- `all` looks at the whole source, `queued` only at the documents that wait.
  run_scope text NOT NULL DEFAULT 'all' CHECK (run_scope IN ('all', 'queued')),
  -- How often its run was cut off by a dying process; too often makes it failed.
  cut_off_count integer NOT NULL DEFAULT 0,
  -- When its job was last put into the queue.
  queued_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX knowledge_sources_of_collection ON knowledge_sources (collection_id, created_at);
CREATE INDEX knowledge_sources_due ON knowledge_sources (next_sync_at) WHERE next_sync_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX knowledge_sources_running ON knowledge_sources (account_id) WHERE status IN ('queued', 'fetching', 'parsing', 'indexing') AND deleted_at IS NULL;
CREATE INDEX knowledge_sources_bin ON knowledge_sources (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT chatelier_wall('knowledge_sources');

-- The bytes of an uploaded file, an entered text or a list of questions, kept beside the rows so that they commit together
-- and every server process can read them.
CREATE TABLE knowledge_originals (
  source_id text PRIMARY KEY REFERENCES knowledge_sources ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  bytes bytea NOT NULL
);
ALTER TABLE knowledge_originals ALTER COLUMN bytes SET STORAGE EXTERNAL;
SELECT chatelier_wall('knowledge_originals');

-- One page of a website, one file, one pasted text, one question with its answer: the stored copy that citations open.
CREATE TABLE knowledge_documents (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  url text,
  -- Links that lead to it from the first page.
  depth integer NOT NULL DEFAULT 0,
  title text NOT NULL,
  -- A question as it is compared: lower case, without accents and marks.
  question_key text,
  status text NOT NULL CHECK (status IN ('queued', 'fetching', 'parsing', 'indexing', 'ready', 'failed')),
  error_code text,
  language text NOT NULL DEFAULT 'en',
  body text NOT NULL DEFAULT '',
  pages jsonb,
  headings jsonb NOT NULL DEFAULT '[]',
  etag text,
  last_modified text,
  content_hash text,
  chunk_count integer NOT NULL DEFAULT 0,
  character_count integer NOT NULL DEFAULT 0,
  -- The last run of its source that dealt with it.
  run integer NOT NULL DEFAULT 0,
  fetched_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX knowledge_documents_url ON knowledge_documents (source_id, md5(url)) WHERE url IS NOT NULL;
CREATE INDEX knowledge_documents_of_source ON knowledge_documents (source_id, position);
CREATE INDEX knowledge_documents_of_collection ON knowledge_documents (collection_id);
CREATE INDEX knowledge_documents_question ON knowledge_documents (collection_id, md5(question_key)) WHERE question_key IS NOT NULL;
SELECT chatelier_wall('knowledge_documents');

-- Addresses that a crawl has found and not visited yet, so that it goes on where it was cut off.
CREATE TABLE knowledge_frontier (
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  url text NOT NULL,
  depth integer NOT NULL,
  PRIMARY KEY (source_id, url)
);
SELECT chatelier_wall('knowledge_frontier');

-- The lexical index in immutable pieces: a bounded number of chunks of one source.
CREATE TABLE knowledge_segments (
  -- Internal number, never shown; short because each posting repeats it.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  chunk_count integer NOT NULL,
  total_length bigint NOT NULL,
  -- Chunks by language: {"en": 12}.
  languages jsonb NOT NULL DEFAULT '{}',
  -- Ordinals of chunks that were removed or switched off since.
  skipped integer[] NOT NULL DEFAULT '{}',
  copied_from bigint
);
CREATE INDEX knowledge_segments_of_collection ON knowledge_segments (collection_id);
CREATE INDEX knowledge_segments_of_source ON knowledge_segments (source_id);
SELECT chatelier_wall('knowledge_segments');

-- Per segment and term one compact list of postings.
CREATE TABLE knowledge_postings (
  segment_id bigint NOT NULL REFERENCES knowledge_segments ON DELETE CASCADE,
  account_id text NOT NULL,
  chunks integer NOT NULL,
  term text NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (segment_id, term)
);
ALTER TABLE knowledge_postings ALTER COLUMN postings SET STORAGE EXTERNAL;
SELECT chatelier_wall('knowledge_postings');

CREATE TABLE knowledge_chunks (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id text NOT NULL REFERENCES knowledge_collections ON DELETE CASCADE,
  source_id text NOT NULL REFERENCES knowledge_sources ON DELETE CASCADE,
  document_id text NOT NULL REFERENCES knowledge_documents ON DELETE CASCADE,
  -- Its segment of the lexical index, and its number in there.
  segment_id bigint NOT NULL,
  ordinal integer NOT NULL,
  position integer NOT NULL,
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  page integer,
  heading text NOT NULL DEFAULT '',
  body text NOT NULL,
  language text NOT NULL,
  enabled boolean NOT NULL DEFAULT true
);
CREATE INDEX knowledge_chunks_of_document ON knowledge_chunks (document_id, position);
CREATE UNIQUE INDEX knowledge_chunks_of_segment ON knowledge_chunks (segment_id, ordinal);
CREATE INDEX knowledge_chunks_of_collection ON knowledge_chunks (collection_id, id);
CREATE INDEX knowledge_chunks_of_source ON knowledge_chunks (source_id);
SELECT chatelier_wall('knowledge_chunks');

-- What an embedding model makes of a chunk: the signs of the numbers for a quick look, the numbers themselves for the exact one.
CREATE TABLE knowledge_vectors (
  chunk_id text PRIMARY KEY REFERENCES knowledge_chunks ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id text NOT NULL,
  source_id text NOT NULL,
  -- `<provider>/<model>`.
  model text NOT NULL,
  dimensions integer NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  sign_bits bit varying NOT NULL,
  vector bytea NOT NULL
);
ALTER TABLE knowledge_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE INDEX knowledge_vectors_of_collection ON knowledge_vectors (collection_id, model);
SELECT chatelier_wall('knowledge_vectors');
