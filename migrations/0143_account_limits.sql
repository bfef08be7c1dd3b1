-- What an account may have at most, as a superadmin or the agency that looks after it says. The lowest counts.
CREATE TABLE account_limits (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('agents', 'messages', 'pages', 'storage', 'members', 'domains')),
  set_by text NOT NULL CHECK (set_by IN ('superadmin', 'agency')),
  -- Pieces; of storage, bytes.
  most bigint NOT NULL CHECK (most >= 0),
  -- Of messages alone: how many came in a month (UTC), which is named by its first day.
  used_month date,
  used bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, set_by)
);
SELECT chatelier_wall('account_limits');

-- What an account has of a kind. Whoever reaches some agents only is counted with everybody.
CREATE FUNCTION account_uses(account text, counted text, month date) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE counted
    WHEN 'agents' THEN (SELECT count(*) FROM agents WHERE account_id = account AND binned_at IS NULL)
    WHEN 'messages' THEN (SELECT coalesce(sum(month_messages), 0)::bigint FROM agent_usage WHERE account_id = account AND agent_usage.month = account_uses.month)
    WHEN 'pages' THEN (SELECT count(*) FROM knowledge_documents d JOIN knowledge_sources s ON s.id = d.source_id WHERE d.account_id = account AND s.deleted_at IS NULL)
    WHEN 'storage' THEN (SELECT coalesce(sum(byte_count), 0)::bigint FROM knowledge_sources WHERE account_id = account AND deleted_at IS NULL)
    WHEN 'members' THEN (SELECT count(*) FROM memberships WHERE account_id = account)
    WHEN 'domains' THEN (SELECT count(*) FROM custom_domains WHERE account_id = account)
  END
$$;

-- Takes a message that the AI answers from the month of its account, or refuses it, with everything that is written
-- in the same transaction. By whichever way it comes in, the place of its answer comes by here; two at once wait for
-- each other at the row of the limit.
CREATE FUNCTION take_account_message() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this_month date := date_trunc('month', NEW.created_at AT TIME ZONE 'UTC')::date;
  limits integer := (SELECT count(*) FROM account_limits WHERE account_id = NEW.account_id AND kind = 'messages');
  taken integer;
BEGIN
  IF limits = 0 OR (SELECT is_preview FROM visitors WHERE id = NEW.visitor_id) THEN RETURN NULL; END IF;
  UPDATE account_limits SET used_month = this_month, used = CASE WHEN used_month = this_month THEN used ELSE 0 END + 1
  WHERE account_id = NEW.account_id AND kind = 'messages'
    AND CASE WHEN used_month = this_month THEN used ELSE 0 END < most;
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken < limits THEN
    RAISE EXCEPTION 'The account has taken all messages of its month' USING ERRCODE = 'AL429';
  END IF;
  RETURN NULL;
END
$$;
-- After everything else that a message locks, so that two never wait for each other in a ring.
CREATE TRIGGER messages_within_account AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.role = 'assistant' AND NEW.status = 'streaming') EXECUTE FUNCTION take_account_message();
