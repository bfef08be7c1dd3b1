-- Pages that sell an agent. What visitors see is a version; the draft is what is edited.
CREATE TABLE landing_pages (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  title text NOT NULL,
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9-]{1,80}$'),
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')),
  draft jsonb NOT NULL,
  draft_revision integer NOT NULL DEFAULT 1,
  has_changes boolean NOT NULL DEFAULT true,
  -- The number that the last version got; numbers are never given twice.
  last_version integer NOT NULL DEFAULT 0,
  published_version integer,
  visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted')),
  password_hash text,
  is_home boolean NOT NULL DEFAULT false,
  publish_at timestamptz,
  end_at timestamptz,
  -- A second version, shown to a share of the visitors in percent.
  experiment_version integer,
  experiment_share integer CHECK (experiment_share BETWEEN 1 AND 99),
  experiment_since timestamptz,
  -- Name of whoever saved the draft last.
  saved_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
-- The server has one `/p/`, whoever's the page is.
CREATE UNIQUE INDEX landing_pages_slug ON landing_pages (slug);
CREATE UNIQUE INDEX landing_pages_home ON landing_pages (account_id) WHERE is_home;
CREATE INDEX landing_pages_of_account ON landing_pages (account_id, updated_at);
CREATE INDEX landing_pages_to_publish ON landing_pages (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX landing_pages_to_end ON landing_pages (end_at) WHERE end_at IS NOT NULL;
SELECT chatelier_wall('landing_pages');

CREATE TABLE landing_page_versions (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  page_id text NOT NULL REFERENCES landing_pages ON DELETE CASCADE,
  version integer NOT NULL,
  document jsonb NOT NULL,
  block_count integer NOT NULL,
  -- Name of whoever published it; empty: the schedule.
  created_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (page_id, version)
);
SELECT chatelier_wall('landing_page_versions');

-- Pictures, each in the widths and formats that screens need.
CREATE TABLE landing_page_images (
  key text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  page_id text NOT NULL REFERENCES landing_pages ON DELETE CASCADE,
  name text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX landing_page_images_of_page ON landing_page_images (page_id);
SELECT chatelier_wall('landing_page_images');

CREATE TABLE landing_page_image_files (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL REFERENCES landing_page_images ON DELETE CASCADE,
  width integer NOT NULL,
  format text NOT NULL CHECK (format IN ('avif', 'webp')),
  bytes bytea NOT NULL,
  PRIMARY KEY (key, width, format)
);
SELECT chatelier_wall('landing_page_image_files');

-- Which published pages show a picture: whoever may see one of them may see the picture.
CREATE TABLE landing_page_image_uses (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL REFERENCES landing_page_images ON DELETE CASCADE,
  page_id text NOT NULL REFERENCES landing_pages ON DELETE CASCADE,
  PRIMARY KEY (key, page_id)
);
CREATE INDEX landing_page_image_uses_of_page ON landing_page_image_uses (page_id);
SELECT chatelier_wall('landing_page_image_uses');

-- How often each version was seen on a day (UTC).
CREATE TABLE landing_page_days (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  page_id text NOT NULL REFERENCES landing_pages ON DELETE CASCADE,
  version integer NOT NULL,
  day date NOT NULL,
  views integer NOT NULL DEFAULT 0,
  visitors integer NOT NULL DEFAULT 0,
  PRIMARY KEY (page_id, day, version)
);
SELECT chatelier_wall('landing_page_days');

-- Browsers of today by a hash that means nothing tomorrow; losing them in a crash counts a few twice.
CREATE UNLOGGED TABLE landing_page_seen (
  account_id text NOT NULL,
  page_id text NOT NULL,
  day date NOT NULL,
  mark text NOT NULL,
  PRIMARY KEY (page_id, day, mark)
);
CREATE INDEX landing_page_seen_by_day ON landing_page_seen (day);
SELECT chatelier_wall('landing_page_seen');
