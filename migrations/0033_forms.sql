-- Forms: what is worked on, and what people see.
CREATE TABLE forms (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  public_id text NOT NULL,
  slug text,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  draft jsonb NOT NULL,
  draft_revision integer NOT NULL DEFAULT 1,
  published jsonb,
  published_version integer NOT NULL DEFAULT 0,
  has_changes boolean NOT NULL DEFAULT true,
  -- Complete submissions, counted by the statement that takes one, so that a limit holds.
  submission_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX forms_public_id ON forms (public_id);
CREATE UNIQUE INDEX forms_slug ON forms (slug) WHERE slug IS NOT NULL;
CREATE INDEX forms_of_account ON forms (account_id, updated_at DESC);
SELECT chatelier_wall('forms');

-- What people sent, and how far those came who did not. The id is given with the page, so that what is sent twice is one.
CREATE TABLE form_submissions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  form_id text NOT NULL REFERENCES forms ON DELETE CASCADE,
  version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('partial', 'unpaid', 'complete')),
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'read', 'spam', 'archived')),
  answers jsonb NOT NULL,
  variables jsonb NOT NULL DEFAULT '{}',
  screen text NOT NULL DEFAULT '',
  -- The furthest page that was seen, from 0.
  page integer NOT NULL DEFAULT 0,
  last_field text NOT NULL DEFAULT '',
  search_text text NOT NULL DEFAULT '',
  -- Who sent it, where a form takes one from each.
  once_key text,
  contact_id text REFERENCES contacts ON DELETE SET NULL,
  conversation_id text REFERENCES conversations ON DELETE SET NULL,
  agent_id text REFERENCES agents ON DELETE SET NULL,
  tag text NOT NULL DEFAULT '',
  utm jsonb NOT NULL DEFAULT '{}',
  device text,
  language text,
  started_at timestamptz NOT NULL,
  submitted_at timestamptz,
  -- When its mails were written: they are written once.
  notified_at timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE INDEX form_submissions_of_form ON form_submissions (form_id, updated_at DESC, id DESC);
CREATE INDEX form_submissions_new ON form_submissions (form_id) WHERE status = 'new' AND state = 'complete';
CREATE UNIQUE INDEX form_submissions_once ON form_submissions (form_id, once_key) WHERE once_key IS NOT NULL AND state = 'complete';
CREATE INDEX form_submissions_of_contact ON form_submissions (contact_id, submitted_at DESC);
CREATE INDEX form_submissions_of_conversation ON form_submissions (conversation_id);
CREATE INDEX form_submissions_of_agent ON form_submissions (agent_id);
CREATE INDEX form_submissions_of_account ON form_submissions (account_id);
CREATE INDEX form_submissions_partial ON form_submissions (updated_at) WHERE state <> 'complete';
SELECT chatelier_wall('form_submissions');

-- Files that were sent with answers; without a submission they are swept after a day.
CREATE TABLE form_files (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  form_id text NOT NULL REFERENCES forms ON DELETE CASCADE,
  submission_id text NOT NULL,
  field text NOT NULL,
  is_sent boolean NOT NULL DEFAULT false,
  kind text NOT NULL CHECK (kind IN ('image', 'document')),
  name text NOT NULL,
  mime_type text NOT NULL,
  byte_count integer NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL
);
ALTER TABLE form_files ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX form_files_of_submission ON form_files (submission_id);
CREATE INDEX form_files_of_form ON form_files (form_id);
CREATE INDEX form_files_of_account ON form_files (account_id);
CREATE INDEX form_files_unsent ON form_files (created_at) WHERE NOT is_sent;
SELECT chatelier_wall('form_files');

-- What a submission costs: one payment each. The vendor is asked; nothing that a browser claims is believed.
CREATE TABLE form_payments (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  form_id text NOT NULL REFERENCES forms ON DELETE CASCADE,
  submission_id text NOT NULL,
  vendor text NOT NULL CHECK (vendor IN ('stripe', 'test-money')),
  is_test boolean NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  title text NOT NULL,
  email text NOT NULL,
  language text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'paid', 'failed', 'expired')),
  refunded integer NOT NULL DEFAULT 0,
  checkout_ref text,
  checkout_url text NOT NULL DEFAULT '',
  payment_ref text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  sync_due_at timestamptz
);
CREATE UNIQUE INDEX form_payments_open ON form_payments (submission_id) WHERE status IN ('open', 'paid');
CREATE INDEX form_payments_of_form ON form_payments (form_id);
CREATE INDEX form_payments_of_account ON form_payments (account_id);
CREATE INDEX form_payments_due ON form_payments (sync_due_at) WHERE sync_due_at IS NOT NULL;
SELECT chatelier_wall('form_payments');
