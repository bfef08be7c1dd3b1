-- The wall between accounts: scoped work runs as this role, which sees only rows of the account that the transaction names.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_app') THEN
    CREATE ROLE chatelier_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT chatelier_app TO %I', current_user);
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'the role chatelier_app can not be made; row-level security stays off';
  WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

-- Puts one table behind the wall. Every table with an account_id column is passed to it.
CREATE FUNCTION chatelier_wall(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_app') THEN
    EXECUTE format('CREATE POLICY account_wall ON %s TO chatelier_app USING (account_id = (SELECT current_setting(''app.account_id'', true))) WITH CHECK (account_id = (SELECT current_setting(''app.account_id'', true)))', target);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO chatelier_app', target);
  END IF;
END
$$;

-- Facts about this instance: check value of the encryption key, superadmin claims.
CREATE TABLE instance_facts (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Fixed windows of the rate limits; losing them in a crash is harmless.
CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  used integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

-- Server processes; a process holds an advisory lock on its number while it lives, so others can tell that it died.
CREATE TABLE server_processes (
  id text PRIMARY KEY,
  lock_number bigint NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE outbox_mails (
  id text PRIMARY KEY,
  account_id text,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  state text NOT NULL CHECK (state IN ('kept', 'queued', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_mails_newest ON outbox_mails (created_at DESC);
