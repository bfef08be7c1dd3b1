-- What changes of a conversation besides who may speak and its end, which have events of their own: also where it is written in one statement for many.
CREATE FUNCTION write_conversation_change(c conversations, changes text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_webhook_event(c.account_id, 'conversation.updated', jsonb_build_object(
    'conversation', webhook_conversation(c), 'changes', to_jsonb(changes), 'assigneeId', c.assignee_id, 'priority', c.priority,
    'labels', coalesce((SELECT jsonb_agg(l.name ORDER BY l.name) FROM inbox_labelled d JOIN inbox_labels l ON l.id = d.label_id
      WHERE d.conversation_id = c.id), '[]'),
    'customFields', c.custom_fields));
END
$$;

CREATE FUNCTION tell_webhooks_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text[] := array_remove(ARRAY[
    -- Put aside, brought back, opened again: what else becomes of the status goes with who may speak.
    CASE WHEN NEW.status <> OLD.status AND NEW.status <> 'resolved'
      AND (NEW.status = 'snoozed' OR OLD.status IN ('snoozed', 'resolved')) THEN 'status' END,
    CASE WHEN NEW.assignee_id IS DISTINCT FROM OLD.assignee_id THEN 'assignee' END,
    CASE WHEN NEW.priority <> OLD.priority THEN 'priority' END,
    CASE WHEN NEW.custom_fields <> OLD.custom_fields THEN 'custom_fields' END,
    CASE WHEN NEW.contact_id IS DISTINCT FROM OLD.contact_id THEN 'contact' END
  ], NULL);
BEGIN
  IF cardinality(changes) > 0 AND webhook_wanted(NEW.account_id, 'conversation.updated') THEN
    PERFORM write_conversation_change(NEW, changes);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER conversation_updated_for_webhooks AFTER UPDATE OF status, assignee_id, priority, custom_fields, contact_id ON conversations
  FOR EACH ROW WHEN (NOT NEW.is_preview AND (OLD.status, OLD.assignee_id, OLD.priority, OLD.custom_fields, OLD.contact_id)
    IS DISTINCT FROM (NEW.status, NEW.assignee_id, NEW.priority, NEW.custom_fields, NEW.contact_id))
  EXECUTE FUNCTION tell_webhooks_of_change();

-- Labels lie beside the conversation; with a conversation or a label that is deleted nothing is told.
CREATE FUNCTION tell_webhooks_of_labelling() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row inbox_labelled := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  c conversations;
BEGIN
  IF NOT webhook_wanted(row.account_id, 'conversation.updated') THEN RETURN NULL; END IF;
  SELECT * INTO c FROM conversations WHERE id = row.conversation_id;
  IF c.id IS NULL OR c.is_preview OR NOT EXISTS (SELECT FROM inbox_labels WHERE id = row.label_id) THEN RETURN NULL; END IF;
  PERFORM write_conversation_change(c, ARRAY['labels']);
  RETURN NULL;
END
$$;
CREATE TRIGGER conversation_labelled_for_webhooks AFTER INSERT OR DELETE ON inbox_labelled
  FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_labelling();
