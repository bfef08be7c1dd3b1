-- What was said in conversations, to be searched: messages, the team's notes, answers in the account's own forms; a row for each, written once. inbox_words
-- stays what is gone through first: the last message, what the contact is searched by, the name that is shown of whoever has none, and the contact form.
CREATE TABLE inbox_said (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  conversation_id text NOT NULL,
  source_id text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (account_id, conversation_id, source_id)
);
SELECT chatelier_wall('inbox_said');
DO $$
BEGIN
  CREATE INDEX inbox_said_grams ON inbox_said USING gin (account_id, body gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'pg_trgm or btree_gin can not be used here; searching many conversations takes longer without them';
END
$$;

CREATE FUNCTION inbox_words_text(c conversations) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT fold_text(c.last_message) || ' ' || coalesce((SELECT k.search_text FROM contacts k WHERE k.id = c.contact_id), '')
    || ' ' || lower(right(coalesce(c.contact_id, c.id), 4))
    || ' ' || coalesce((SELECT left(fold_text(string_agg(given ->> 'value', ' ')), 2000) FROM visitors v CROSS JOIN LATERAL jsonb_array_elements(v.form_values) AS given WHERE v.id = c.visitor_id), '')
$$;
CREATE OR REPLACE FUNCTION write_inbox_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM inbox_words WHERE account_id = OLD.account_id AND conversation_id = OLD.id;
    DELETE FROM inbox_said WHERE account_id = OLD.account_id AND conversation_id = OLD.id;
  ELSE
    INSERT INTO inbox_words (account_id, conversation_id, body)
      SELECT c.account_id, c.id, inbox_words_text(c) FROM conversations c WHERE c.id = NEW.id
    ON CONFLICT (account_id, conversation_id) DO UPDATE SET body = excluded.body;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION write_inbox_words_of_contact() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE inbox_words w SET body = inbox_words_text(c) FROM conversations c WHERE c.contact_id = NEW.id AND w.account_id = c.account_id AND w.conversation_id = c.id;
  RETURN NULL;
END
$$;
CREATE FUNCTION write_inbox_words_of_visitor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE inbox_words w SET body = inbox_words_text(c) FROM conversations c WHERE c.visitor_id = NEW.id AND w.account_id = c.account_id AND w.conversation_id = c.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_words_of_visitor AFTER UPDATE OF form_values ON visitors FOR EACH ROW WHEN (OLD.form_values IS DISTINCT FROM NEW.form_values) EXECUTE FUNCTION write_inbox_words_of_visitor();

-- One text of a conversation, or nothing where it is empty now. Over the wall, for what is being written.
CREATE FUNCTION put_inbox_said(conversation text, source text, said text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF trim(coalesce(said, '')) = '' THEN
    DELETE FROM inbox_said s USING conversations c WHERE c.id = conversation AND s.account_id = c.account_id AND s.conversation_id = c.id AND s.source_id = source;
  ELSE
    INSERT INTO inbox_said (account_id, conversation_id, source_id, body)
      SELECT c.account_id, c.id, source, fold_text(left(said, 10000)) FROM conversations c WHERE c.id = conversation AND NOT c.is_preview
    ON CONFLICT (account_id, conversation_id, source_id) DO UPDATE SET body = excluded.body;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION put_inbox_said FROM PUBLIC;
CREATE FUNCTION file_names_of(attachments jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(file ->> 'name', ' '), '') FROM jsonb_array_elements(attachments) AS file
$$;
CREATE FUNCTION answers_in_words(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(given #>> '{}', ' ') FROM jsonb_path_query(answers, 'strict $.**') AS given WHERE jsonb_typeof(given) IN ('string', 'number')
$$;

CREATE FUNCTION write_inbox_said_of_message() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM inbox_said WHERE account_id = OLD.account_id AND conversation_id = OLD.conversation_id AND source_id = OLD.id;
  ELSE
    PERFORM put_inbox_said(NEW.conversation_id, NEW.id, NEW.body || ' ' || file_names_of(NEW.attachments));
  END IF;
  RETURN NULL;
END
$$;
-- With the commit, as for inbox_words; what is still being written is searched once it is complete.
CREATE CONSTRAINT TRIGGER inbox_said_inserted AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.role <> 'event' AND NEW.status <> 'streaming') EXECUTE FUNCTION write_inbox_said_of_message();
CREATE CONSTRAINT TRIGGER inbox_said_updated AFTER UPDATE OF body, status, attachments ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.role <> 'event' AND NEW.status <> 'streaming' AND (OLD.status = 'streaming' OR OLD.body IS DISTINCT FROM NEW.body OR OLD.attachments IS DISTINCT FROM NEW.attachments)) EXECUTE FUNCTION write_inbox_said_of_message();
CREATE TRIGGER inbox_said_deleted AFTER DELETE ON messages FOR EACH ROW WHEN (OLD.role <> 'event') EXECUTE FUNCTION write_inbox_said_of_message();

CREATE FUNCTION write_inbox_said_of_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM inbox_said WHERE account_id = OLD.account_id AND conversation_id = OLD.conversation_id AND source_id = OLD.id;
  ELSE
    PERFORM put_inbox_said(NEW.conversation_id, NEW.id, NEW.body || ' ' || file_names_of(NEW.attachments));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_said_of_note AFTER INSERT OR DELETE OR UPDATE OF body ON inbox_notes FOR EACH ROW EXECUTE FUNCTION write_inbox_said_of_note();

CREATE FUNCTION write_inbox_said_of_submission() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM inbox_said WHERE account_id = OLD.account_id AND conversation_id = OLD.conversation_id AND source_id = OLD.id;
  ELSIF NEW.conversation_id IS NOT NULL THEN
    PERFORM put_inbox_said(NEW.conversation_id, NEW.id, answers_in_words(NEW.answers));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_said_of_submission AFTER INSERT OR DELETE OR UPDATE OF answers, conversation_id ON form_submissions FOR EACH ROW EXECUTE FUNCTION write_inbox_said_of_submission();

-- What was said before.
INSERT INTO inbox_said (account_id, conversation_id, source_id, body)
  SELECT c.account_id, c.id, m.id, fold_text(left(m.body || ' ' || file_names_of(m.attachments), 10000)) FROM messages m JOIN conversations c ON c.id = m.conversation_id
  WHERE NOT c.is_preview AND m.role <> 'event' AND m.status <> 'streaming' AND trim(m.body || file_names_of(m.attachments)) <> '';
INSERT INTO inbox_said (account_id, conversation_id, source_id, body)
  SELECT c.account_id, c.id, n.id, fold_text(left(n.body || ' ' || file_names_of(n.attachments), 10000)) FROM inbox_notes n JOIN conversations c ON c.id = n.conversation_id
  WHERE NOT c.is_preview AND trim(n.body || file_names_of(n.attachments)) <> '';
INSERT INTO inbox_said (account_id, conversation_id, source_id, body)
  SELECT c.account_id, c.id, s.id, fold_text(left(answers_in_words(s.answers), 10000)) FROM form_submissions s JOIN conversations c ON c.id = s.conversation_id
  WHERE NOT c.is_preview AND trim(coalesce(answers_in_words(s.answers), '')) <> '';
UPDATE inbox_words w SET body = inbox_words_text(c) FROM conversations c WHERE c.id = w.conversation_id AND c.account_id = w.account_id;

-- Ids of conversations that hold every pattern somewhere; null when no pattern is rare enough. Each is asked for by itself, for one text need not hold them all;
-- those that many have, and those too short for the index, only narrow what the others found.
CREATE OR REPLACE FUNCTION inbox_hits(patterns text[], most integer) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account text := current_setting('app.account_id', true);
  hits text[];
  found text[];
  pattern text;
  common text[] := '{}';
BEGIN
  FOREACH pattern IN ARRAY patterns LOOP
    IF length(pattern) < 5 THEN
      common := common || pattern;
      CONTINUE;
    END IF;
    EXECUTE format('SELECT array(SELECT conversation_id FROM inbox_words WHERE account_id = %1$L AND body LIKE %2$L UNION ALL SELECT conversation_id FROM inbox_said WHERE account_id = %1$L AND body LIKE %2$L LIMIT %3$s)', account, pattern, most + 1)
      INTO found;
    IF cardinality(found) > most THEN
      common := common || pattern;
    ELSIF hits IS NULL THEN
      hits := array(SELECT DISTINCT unnest(found));
    ELSE
      hits := array(SELECT unnest(hits) INTERSECT SELECT unnest(found));
    END IF;
  END LOOP;
  FOREACH pattern IN ARRAY common LOOP
    EXIT WHEN hits IS NULL;
    hits := array(SELECT id FROM unnest(hits) AS id WHERE EXISTS (SELECT FROM inbox_words w WHERE w.account_id = account AND w.conversation_id = id AND w.body LIKE pattern)
      OR EXISTS (SELECT FROM inbox_said s WHERE s.account_id = account AND s.conversation_id = id AND s.body LIKE pattern));
  END LOOP;
  RETURN hits;
END
$$;
