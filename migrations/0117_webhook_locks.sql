-- A webhook that is being removed is told nothing any more: waiting for its row, and then finding it gone, would
-- break off what happens.
CREATE OR REPLACE FUNCTION write_webhook_event(account text, event_type text, data jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text := chatelier_id('evt');
  at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO webhook_events (id, account_id, type, body, created_at)
    VALUES (event, account, event_type, json_build_object('type', event_type, 'timestamp', webhook_moment(at), 'data', data)::text, at);
  INSERT INTO webhook_deliveries (id, account_id, webhook_id, event_id, event_type, state, attempts, due_at, created_at)
    SELECT chatelier_id('dlv'), account, wanting.id, event, event_type, 'waiting', 0, at, at FROM (
      SELECT id FROM webhooks
      WHERE account_id = account AND is_enabled AND (events = '{}' OR event_type = ANY (events))
      FOR KEY SHARE SKIP LOCKED
    ) wanting;
  PERFORM pg_notify('chatelier', '{"topic":"webhook-events","data":{}}');
END
$$;

-- What was said of an answer names its visitor, so that erasing them finds it.
CREATE OR REPLACE FUNCTION tell_webhooks_of_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  c conversations;
BEGIN
  IF NOT webhook_wanted(NEW.account_id, 'message.feedback') THEN RETURN NULL; END IF;
  SELECT * INTO c FROM conversations WHERE id = NEW.conversation_id;
  IF c.id IS NULL OR c.is_preview THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(NEW.account_id, 'message.feedback', jsonb_build_object(
    'messageId', NEW.id, 'conversationId', c.id, 'agentId', c.agent_id, 'visitorId', c.visitor_id,
    'contactId', c.contact_id, 'value', NEW.feedback, 'comment', coalesce(NEW.feedback_reason, '')));
  RETURN NULL;
END
$$;
