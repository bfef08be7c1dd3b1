-- Where a person works: the account that a session was opened for. Empty or left: the first that he belongs to.
ALTER TABLE sessions ADD COLUMN works_in text REFERENCES accounts ON DELETE CASCADE;

ALTER TABLE memberships
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN last_active_at timestamptz;

-- An account has one owner, and one that somebody belongs to is never without: the database holds it, whoever comes at once.
CREATE UNIQUE INDEX memberships_one_owner ON memberships (account_id) WHERE role = 'owner';
CREATE FUNCTION chatelier_keep_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = OLD.account_id)
    AND EXISTS (SELECT FROM memberships WHERE account_id = OLD.account_id)
    AND NOT EXISTS (SELECT FROM memberships WHERE account_id = OLD.account_id AND role = 'owner' AND suspended_at IS NULL)
  THEN
    RAISE EXCEPTION 'the account % would have no owner', OLD.account_id USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER memberships_keep_owner AFTER DELETE OR UPDATE OF role, account_id, suspended_at ON memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION chatelier_keep_owner();

-- Ways into an account for one address. token_hash is the SHA-256 of the link's token: a copy of the database lets nobody in.
CREATE TABLE invitations (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'editor', 'support', 'billing', 'viewer')),
  agent_ids text[],
  message text NOT NULL DEFAULT '',
  token_hash text NOT NULL CONSTRAINT invitations_token UNIQUE,
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX invitations_pending ON invitations (account_id, email_key) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_of_account ON invitations (account_id, created_at DESC);
SELECT chatelier_wall('invitations');

-- A change of owner that waits for the code that was mailed to the owner: one for each account.
CREATE TABLE ownership_transfers (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  from_user text NOT NULL REFERENCES users ON DELETE CASCADE,
  to_user text NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
SELECT chatelier_wall('ownership_transfers');

-- Who did what to what, when and from where. Written with the change that it tells of; nobody changes or removes a line before its time.
CREATE TABLE audit_entries (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  actor_id text,
  -- What the actor was called then: he may be gone when it is read.
  actor_name text NOT NULL,
  action text NOT NULL,
  target_id text,
  target_name text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  address text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entries_of_account ON audit_entries (account_id, id DESC);
CREATE INDEX audit_entries_age ON audit_entries (created_at);
SELECT chatelier_wall('audit_entries');
REVOKE UPDATE, DELETE ON audit_entries FROM chatelier_app;
CREATE FUNCTION chatelier_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With its account a line may go, and after 400 days.
  IF TG_OP = 'DELETE' AND (OLD.created_at < now() - interval '400 days' OR NOT EXISTS (SELECT FROM accounts WHERE id = OLD.account_id)) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log is only added to';
END
$$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION chatelier_keep_audit();
