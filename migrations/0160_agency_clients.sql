-- Accounts that another account, their agency, made and looks after. Without a line an account stands alone. How much a
-- client may have stands in account_limits, set by 'agency'.
CREATE TABLE agency_clients (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  agency_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- What it may not use.
  features_off text[] NOT NULL DEFAULT '{}',
  paused_at timestamptz,
  paused_reason text NOT NULL DEFAULT '',
  -- When the agency's plan stopped having clients.
  stopped_at timestamptz,
  CONSTRAINT agency_clients_of_another CHECK (account_id <> agency_id)
);
CREATE INDEX agency_clients_of_agency ON agency_clients (agency_id);
SELECT chatelier_wall('agency_clients');

-- Clients have no clients.
CREATE FUNCTION agency_clients_are_one_deep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM agency_clients WHERE account_id = NEW.agency_id OR agency_id = NEW.account_id) THEN
    RAISE EXCEPTION 'A client has no clients';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER agency_clients_one_deep AFTER INSERT OR UPDATE OF account_id, agency_id ON agency_clients
  FOR EACH ROW EXECUTE FUNCTION agency_clients_are_one_deep();

-- An agency invites people into its clients; the first of them owns the account.
ALTER TABLE invitations
  ADD COLUMN agency_id text REFERENCES accounts ON DELETE CASCADE,
  DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check
    CHECK (role IN ('admin', 'editor', 'support', 'billing', 'viewer') OR (role = 'owner' AND agency_id IS NOT NULL));

-- It looks over the wall, so that whoever reaches some agents only is counted with everybody. Within an account it counts
-- that one alone; whoever is behind the wall without an account counts nothing.
CREATE OR REPLACE FUNCTION account_uses(account text, counted text, month date) RETURNS bigint LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  inside text := nullif(current_setting('app.account_id', true), '');
BEGIN
  IF account IS DISTINCT FROM inside AND (inside IS NOT NULL OR current_setting('role') IN ('chatelier_app', 'chatelier_member')) THEN
    RAISE EXCEPTION 'What another account has is not counted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE counted
    WHEN 'agents' THEN (SELECT count(*) FROM agents WHERE account_id = account AND binned_at IS NULL)
    WHEN 'messages' THEN (SELECT coalesce(sum(month_messages), 0)::bigint FROM agent_usage WHERE account_id = account AND agent_usage.month = account_uses.month)
    WHEN 'pages' THEN (SELECT count(*) FROM knowledge_documents d JOIN knowledge_sources s ON s.id = d.source_id WHERE d.account_id = account AND s.deleted_at IS NULL)
    WHEN 'storage' THEN (SELECT coalesce(sum(byte_count), 0)::bigint FROM knowledge_sources WHERE account_id = account AND deleted_at IS NULL)
    WHEN 'members' THEN (SELECT count(*) FROM memberships WHERE account_id = account)
    WHEN 'domains' THEN (SELECT count(*) FROM custom_domains WHERE account_id = account)
  END;
END
$$;
