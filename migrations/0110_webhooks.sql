-- Where an account wants to hear what happens, what happened, and each handing over of it.
CREATE TABLE webhooks (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  url text NOT NULL,
  description text NOT NULL,
  -- Types of events; none means all.
  events text[] NOT NULL,
  secret text NOT NULL,
  -- The secret before the present one, which signs as well until then.
  old_secret text,
  old_secret_until timestamptz,
  is_enabled boolean NOT NULL,
  -- Why it is off: switched off by a member, answered 410, or failed for days.
  disabled_reason text NOT NULL DEFAULT '',
  -- Since when nothing reached it.
  failing_since timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at DESC);
SELECT chatelier_wall('webhooks');

CREATE TABLE webhook_events (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  type text NOT NULL,
  -- The body as it is sent, byte for byte: the signature stands over it.
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_events_by_age ON webhook_events (created_at);
CREATE INDEX webhook_events_of_account ON webhook_events (account_id, created_at);
SELECT chatelier_wall('webhook_events');

CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id text NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  event_type text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  -- When it is tried next; while it is under way: when it counts as lost.
  due_at timestamptz NOT NULL,
  -- The last try: status of the answer, what went wrong, how long it took, and the beginning of what was answered.
  status integer,
  problem text NOT NULL DEFAULT '',
  took_ms integer,
  answer text NOT NULL DEFAULT '',
  tried_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_of_account ON webhook_deliveries (account_id);
SELECT chatelier_wall('webhook_deliveries');

-- Conversations, messages and contacts are written in many ways, some of them in one statement for speed. What
-- webhooks are told of them is written where all of these meet: at the rows.

-- An id as the server makes them: milliseconds, then random places, in Crockford's base 32.
CREATE FUNCTION chatelier_id(prefix text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  alphabet CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  bytes bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  written text := '';
BEGIN
  FOR place IN REVERSE 9..0 LOOP
    written := written || substr(alphabet, ((ms >> (place * 5)) & 31)::int + 1, 1);
  END LOOP;
  -- Not the byte in which a UUID keeps its version.
  FOR place IN 0..19 LOOP
    written := written || substr(alphabet, (get_byte(bytes, CASE WHEN place < 6 THEN place ELSE place + 1 END) & 31) + 1, 1);
  END LOOP;
  RETURN prefix || '_' || written;
END
$$;

CREATE FUNCTION webhook_wanted(account text, event_type text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM webhooks
    WHERE account_id = account AND is_enabled AND (events = '{}' OR event_type = ANY (events))
  )
$$;

CREATE FUNCTION webhook_moment(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Does in the database what `writeEvent` does in the server.
CREATE FUNCTION write_webhook_event(account text, event_type text, data jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text := chatelier_id('evt');
  at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO webhook_events (id, account_id, type, body, created_at)
    VALUES (event, account, event_type, json_build_object('type', event_type, 'timestamp', webhook_moment(at), 'data', data)::text, at);
  INSERT INTO webhook_deliveries (id, account_id, webhook_id, event_id, event_type, state, attempts, due_at, created_at)
    SELECT chatelier_id('dlv'), account, id, event, event_type, 'waiting', 0, at, at FROM webhooks
    WHERE account_id = account AND is_enabled AND (events = '{}' OR event_type = ANY (events));
  PERFORM pg_notify('chatelier', '{"topic":"webhook-events","data":{}}');
END
$$;

CREATE FUNCTION webhook_conversation(c conversations) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', c.id, 'agentId', c.agent_id, 'visitorId', c.visitor_id, 'contactId', c.contact_id,
    'status', c.status, 'handler', c.handler, 'channel', c.channel, 'language', c.language,
    'createdAt', webhook_moment(c.created_at))
$$;

CREATE FUNCTION tell_webhooks_of_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type text := CASE
    WHEN TG_OP = 'INSERT' THEN 'conversation.created'
    WHEN NEW.handler <> OLD.handler AND NEW.handler = 'waiting' THEN 'conversation.handoff_requested'
    WHEN NEW.handler <> OLD.handler AND NEW.handler = 'human' THEN 'conversation.human_joined'
    WHEN NEW.handler <> OLD.handler AND NEW.handler = 'ai' THEN 'conversation.returned_to_ai'
  END;
BEGIN
  IF event_type IS NOT NULL AND webhook_wanted(NEW.account_id, event_type) THEN
    PERFORM write_webhook_event(NEW.account_id, event_type, jsonb_build_object('conversation', webhook_conversation(NEW))
      || CASE WHEN event_type = 'conversation.human_joined' THEN jsonb_build_object('userId', coalesce(NEW.handler_user_id, '')) ELSE '{}' END);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status <> OLD.status AND NEW.status = 'resolved' AND webhook_wanted(NEW.account_id, 'conversation.resolved') THEN
    PERFORM write_webhook_event(NEW.account_id, 'conversation.resolved', jsonb_build_object('conversation', webhook_conversation(NEW)));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER conversation_begun_for_webhooks AFTER INSERT ON conversations
  FOR EACH ROW WHEN (NOT NEW.is_preview) EXECUTE FUNCTION tell_webhooks_of_conversation();
CREATE TRIGGER conversation_changed_for_webhooks AFTER UPDATE OF handler, status ON conversations
  FOR EACH ROW WHEN (NOT NEW.is_preview AND (OLD.handler <> NEW.handler OR OLD.status <> NEW.status))
  EXECUTE FUNCTION tell_webhooks_of_conversation();

-- A visitor's and a person's message is told when it is written, an answer when it is whole.
CREATE FUNCTION tell_webhooks_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  c conversations;
BEGIN
  IF NOT webhook_wanted(NEW.account_id, 'message.created') THEN RETURN NULL; END IF;
  SELECT * INTO c FROM conversations WHERE id = NEW.conversation_id;
  IF c.id IS NULL OR c.is_preview THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(NEW.account_id, 'message.created', jsonb_build_object('message', jsonb_build_object(
    'id', NEW.id, 'conversationId', c.id, 'agentId', c.agent_id, 'visitorId', c.visitor_id, 'contactId', c.contact_id,
    'role', NEW.role, 'text', left(NEW.body, 20000), 'createdAt', webhook_moment(NEW.created_at))));
  RETURN NULL;
END
$$;
CREATE TRIGGER message_written_for_webhooks AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.role IN ('visitor', 'human', 'assistant') AND NEW.status = 'complete')
  EXECUTE FUNCTION tell_webhooks_of_message();
CREATE TRIGGER answer_ended_for_webhooks AFTER UPDATE OF status ON messages
  FOR EACH ROW WHEN (NEW.role = 'assistant' AND OLD.status = 'streaming' AND NEW.status IN ('complete', 'stopped'))
  EXECUTE FUNCTION tell_webhooks_of_message();

CREATE FUNCTION tell_webhooks_of_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  c conversations;
BEGIN
  IF NOT webhook_wanted(NEW.account_id, 'message.feedback') THEN RETURN NULL; END IF;
  SELECT * INTO c FROM conversations WHERE id = NEW.conversation_id;
  IF c.id IS NULL OR c.is_preview THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(NEW.account_id, 'message.feedback', jsonb_build_object(
    'messageId', NEW.id, 'conversationId', c.id, 'agentId', c.agent_id, 'value', NEW.feedback,
    'comment', coalesce(NEW.feedback_reason, '')));
  RETURN NULL;
END
$$;
CREATE TRIGGER feedback_given_for_webhooks AFTER UPDATE OF feedback, feedback_reason ON messages
  FOR EACH ROW WHEN (OLD.feedback IS DISTINCT FROM NEW.feedback OR OLD.feedback_reason IS DISTINCT FROM NEW.feedback_reason)
  EXECUTE FUNCTION tell_webhooks_of_feedback();

CREATE FUNCTION webhook_contact(c contacts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', nullif(c.phone, ''),
    'company', nullif(c.company, ''), 'createdAt', webhook_moment(c.created_at))
$$;

CREATE FUNCTION tell_webhooks_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type text := CASE TG_OP WHEN 'INSERT' THEN 'contact.created' ELSE 'contact.updated' END;
  data jsonb;
BEGIN
  IF TG_OP = 'UPDATE' AND webhook_wanted(NEW.account_id, 'contact.created') THEN
    data := jsonb_build_object('contact', webhook_contact(NEW));
    -- Who is made and named in one transaction is told of once, with the name.
    UPDATE webhook_events SET body = json_build_object('type', type, 'timestamp', body::json ->> 'timestamp', 'data', data)::text
      WHERE account_id = NEW.account_id AND created_at >= now() AND type = 'contact.created'
        AND xmin = pg_current_xact_id()::xid AND body::jsonb #>> '{data,contact,id}' = NEW.id;
    IF FOUND THEN RETURN NULL; END IF;
  END IF;
  IF webhook_wanted(NEW.account_id, event_type) THEN
    data := jsonb_build_object('contact', webhook_contact(NEW));
    PERFORM write_webhook_event(NEW.account_id, event_type, data);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER contact_made_for_webhooks AFTER INSERT ON contacts
  FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_contact();
CREATE TRIGGER contact_changed_for_webhooks AFTER UPDATE OF name, email, phone, company ON contacts
  FOR EACH ROW WHEN ((OLD.name, OLD.email, OLD.phone, OLD.company)
    IS DISTINCT FROM (NEW.name, NEW.email, NEW.phone, NEW.company))
  EXECUTE FUNCTION tell_webhooks_of_contact();
