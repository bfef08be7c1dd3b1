CREATE TABLE accounts (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  subscription_status text NOT NULL DEFAULT 'trialing' CHECK (subscription_status IN ('trialing', 'incomplete', 'active', 'canceled')),
  has_paid boolean NOT NULL DEFAULT false,
  trial_end timestamptz NOT NULL
);

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  -- The address as it is compared: NFKC, lower case.
  email_key text NOT NULL,
  username text NOT NULL,
  name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL DEFAULT '',
  password_hash text NOT NULL,
  profile_image_url text,
  language text NOT NULL DEFAULT 'en',
  timezone text,
  is_superadmin boolean NOT NULL DEFAULT false,
  hide_passive_visitors boolean NOT NULL DEFAULT false,
  hide_location_data boolean NOT NULL DEFAULT false,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_key UNIQUE (email_key)
);

CREATE TABLE memberships (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'support', 'billing', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_of_user ON memberships (user_id, created_at);
SELECT chatelier_wall('memberships');

-- id is the SHA-256 of the cookie's token: a copy of the database signs nobody in.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE password_resets (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_resets_of_user ON password_resets (user_id);

CREATE TABLE feedback_submissions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text REFERENCES users ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('bug-report', 'feature-request')),
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'planned', 'done', 'declined')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX feedback_submissions_newest ON feedback_submissions (created_at DESC);
SELECT chatelier_wall('feedback_submissions');

-- A provider's key or address that an account connected.
CREATE TABLE provider_connections (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  provider text NOT NULL,
  sealed_key text,
  last_four text,
  base_url text,
  models jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT provider_connections_provider UNIQUE (account_id, provider)
);
SELECT chatelier_wall('provider_connections');
