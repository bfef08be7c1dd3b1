-- What every account may have at most where no superadmin set another limit for it. Those of superadmins have none.
CREATE TABLE account_limit_defaults (
  kind text PRIMARY KEY CHECK (kind IN ('agents', 'messages', 'pages', 'storage', 'members', 'domains')),
  -- Pieces; of storage, bytes.
  most bigint NOT NULL CHECK (most >= 0),
  updated_at timestamptz NOT NULL
);

-- Each account carries its defaults as limits of its own, so that what counts and refuses has one rule.
ALTER TABLE account_limits
  DROP CONSTRAINT account_limits_set_by_check,
  ADD CONSTRAINT account_limits_set_by_check CHECK (set_by IN ('superadmin', 'agency', 'server'));

-- Gives accounts a default where no superadmin set another limit: one account, or all (null). Those that are new have
-- used nothing yet (no month).
CREATE FUNCTION give_default_limits(account text, given text, month date) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO account_limits (account_id, kind, set_by, most, updated_at, used_month, used)
  SELECT a.id, d.kind, 'server', d.most, d.updated_at,
    CASE WHEN d.kind = 'messages' THEN month END,
    CASE WHEN d.kind = 'messages' AND month IS NOT NULL THEN account_uses(a.id, d.kind, month) ELSE 0 END
  FROM accounts a CROSS JOIN account_limit_defaults d
  WHERE NOT a.is_system
    AND (account IS NULL OR a.id = account)
    AND (given IS NULL OR d.kind = given)
    AND NOT EXISTS (SELECT FROM account_limits l WHERE l.account_id = a.id AND l.kind = d.kind AND l.set_by = 'superadmin')
    AND NOT EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.account_id = a.id AND u.is_superadmin)
  ORDER BY a.id
  ON CONFLICT (account_id, kind, set_by) DO UPDATE SET most = excluded.most, updated_at = excluded.updated_at
$$;

-- Accounts that are made while defaults change wait, or the change waits for them (`account-limits.repository.ts`).
CREATE FUNCTION begin_with_default_limits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('account_limit_defaults'));
  PERFORM give_default_limits(NEW.id, NULL, NULL);
  RETURN NULL;
END
$$;
CREATE TRIGGER accounts_begin_with_limits AFTER INSERT ON accounts
  FOR EACH ROW EXECUTE FUNCTION begin_with_default_limits();
