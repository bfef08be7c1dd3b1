-- Exports of an account: asked for, written by a job, fetched for some days. Parts of at most a megabyte, so that every process can send them.
CREATE TABLE account_exports (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  asked_by text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'ready', 'failed')),
  byte_count bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX account_exports_running ON account_exports (account_id) WHERE state = 'running';
CREATE INDEX account_exports_of_account ON account_exports (account_id, created_at DESC);
CREATE INDEX account_exports_expiry ON account_exports (expires_at);
SELECT chatelier_wall('account_exports');

CREATE TABLE account_export_parts (
  export_id text NOT NULL REFERENCES account_exports ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (export_id, part)
);
CREATE INDEX account_export_parts_of_account ON account_export_parts (account_id);
SELECT chatelier_wall('account_export_parts');

-- What deleted accounts had paid the platform with real money: books that the law asks for. Nothing else of them is kept.
CREATE TABLE kept_plan_payments (
  id text PRIMARY KEY,
  email text NOT NULL,
  plan text NOT NULL,
  vendor text NOT NULL,
  reference text NOT NULL,
  currency text NOT NULL,
  amount integer NOT NULL,
  refunded integer NOT NULL,
  paid_at timestamptz NOT NULL,
  kept_until timestamptz NOT NULL
);
CREATE INDEX kept_plan_payments_expiry ON kept_plan_payments (kept_until);
