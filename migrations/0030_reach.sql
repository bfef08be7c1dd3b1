-- A member who reaches some agents only sees nothing of the others: his transactions run as a role of their own, from which the
-- database hides their rows, and name what he reaches (app.reach: ids with commas). Whoever reaches all pays nothing for it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_member') THEN
    CREATE ROLE chatelier_member NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  GRANT chatelier_app TO chatelier_member;
  EXECUTE format('GRANT chatelier_member TO %I', current_user);
EXCEPTION
  WHEN insufficient_privilege OR undefined_object THEN
    RAISE NOTICE 'the role chatelier_member can not be made; what a member does not reach is kept from him by the program alone';
  WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

CREATE FUNCTION chatelier_reaches(agent text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT agent IS NULL OR agent = ANY (string_to_array(coalesce(current_setting('app.reach', true), ''), ','))
$$;

-- Puts a table behind the reach of members, by the column that leads to an agent. Reading is what it narrows; what can't be read can't be changed or deleted either.
CREATE FUNCTION chatelier_reach(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  has_agent boolean := EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'agent_id' AND NOT attisdropped);
  has_collection boolean := EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'collection_id' AND NOT attisdropped);
  has_conversation boolean := EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'conversation_id' AND NOT attisdropped);
  has_contact boolean := EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'contact_id' AND NOT attisdropped);
  narrow text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_member') OR EXISTS (SELECT FROM pg_policy WHERE polrelid = target AND polname = 'agent_reach') THEN RETURN; END IF;
  narrow := CASE
    WHEN target::text = 'agents' THEN NULL
    WHEN target::text = 'contacts' THEN 'chatelier_reaches(source_agent_id) OR EXISTS (SELECT FROM conversations c WHERE c.contact_id = contacts.id)'
    WHEN target::text = 'knowledge_collections' THEN 'NOT EXISTS (SELECT FROM agents a WHERE a.collection_id = knowledge_collections.id AND NOT chatelier_reaches(a.id))'
    WHEN has_agent THEN 'chatelier_reaches(agent_id)'
    WHEN has_collection THEN 'collection_id NOT IN (SELECT a.collection_id FROM agents a WHERE NOT chatelier_reaches(a.id))'
    WHEN has_conversation THEN format('conversation_id IS NULL OR EXISTS (SELECT FROM conversations c WHERE c.id = %s.conversation_id)', target)
    WHEN has_contact THEN format('contact_id IS NULL OR EXISTS (SELECT FROM contacts c WHERE c.id = %s.contact_id)', target)
  END;
  IF narrow IS NULL THEN RETURN; END IF;
  EXECUTE format('CREATE POLICY agent_reach ON %s AS RESTRICTIVE FOR SELECT TO chatelier_member USING (%s)', target, narrow);
END
$$;

-- Every table behind the wall, those that come later too.
DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'account_wall' ORDER BY polrelid LOOP
    PERFORM chatelier_reach(target);
  END LOOP;
END
$$;
CREATE OR REPLACE FUNCTION chatelier_wall(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_app') THEN
    EXECUTE format('CREATE POLICY account_wall ON %s TO chatelier_app USING (account_id = (SELECT current_setting(''app.account_id'', true))) WITH CHECK (account_id = (SELECT current_setting(''app.account_id'', true)))', target);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO chatelier_app', target);
    PERFORM chatelier_reach(target);
  END IF;
END
$$;

-- Whoever reaches some agents only reaches those that he makes.
CREATE FUNCTION chatelier_reach_own() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reach text := coalesce(current_setting('app.reach', true), '');
BEGIN
  IF reach = '' THEN RETURN NULL; END IF;
  PERFORM set_config('app.reach', reach || ',' || NEW.id, true);
  UPDATE memberships SET agent_ids = array_append(agent_ids, NEW.id) WHERE account_id = NEW.account_id AND user_id = current_setting('app.user_id', true) AND agent_ids IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER agents_reached_by_maker AFTER INSERT ON agents FOR EACH ROW EXECUTE FUNCTION chatelier_reach_own();
