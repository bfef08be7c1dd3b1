-- An account of invented data that somebody looks around in: their own second one, for some days.
CREATE TABLE sample_accounts (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('making', 'ready', 'failed')),
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
SELECT chatelier_wall('sample_accounts');
CREATE INDEX sample_accounts_end ON sample_accounts (ends_at);
