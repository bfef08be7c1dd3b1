-- The inbox in its order, whoever the conversations are with. `status` keeps two of them apart, and an order over both would go through what is resolved as well.
CREATE INDEX conversations_running ON conversations (account_id, last_message_at DESC, id DESC) WHERE NOT is_preview AND status IN ('open', 'pending');
CREATE INDEX conversations_running_of_assignee ON conversations (account_id, assignee_id, last_message_at DESC, id DESC) WHERE assignee_id IS NOT NULL AND NOT is_preview AND status IN ('open', 'pending');
DROP INDEX conversations_by_assignee;

-- What conversations are searched by: the last message, and what the contact is searched by. As contact_words, and for the same reasons.
CREATE TABLE inbox_words (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  conversation_id text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (account_id, conversation_id)
);
INSERT INTO inbox_words (account_id, conversation_id, body)
  SELECT c.account_id, c.id, fold_text(c.last_message) || ' ' || coalesce(k.search_text, '') FROM conversations c LEFT JOIN contacts k ON k.id = c.contact_id WHERE NOT c.is_preview;
SELECT chatelier_wall('inbox_words');

-- The index takes new words in a list that is sorted in by and by; a job sees to it that no visitor's message has to.
DO $$
BEGIN
  CREATE INDEX inbox_words_grams ON inbox_words USING gin (account_id, body gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'pg_trgm or btree_gin can not be used here; searching many conversations takes longer without them';
END
$$;

-- Over the wall, for the one conversation or contact that is being written, as write_contact_words.
CREATE FUNCTION write_inbox_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM inbox_words WHERE account_id = OLD.account_id AND conversation_id = OLD.id;
  ELSE
    INSERT INTO inbox_words (account_id, conversation_id, body)
      SELECT c.account_id, c.id, fold_text(c.last_message) || ' ' || coalesce(k.search_text, '') FROM conversations c LEFT JOIN contacts k ON k.id = c.contact_id WHERE c.id = NEW.id
    ON CONFLICT (account_id, conversation_id) DO UPDATE SET body = excluded.body;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_words_inserted AFTER INSERT ON conversations FOR EACH ROW WHEN (NOT NEW.is_preview) EXECUTE FUNCTION write_inbox_words();
-- With the commit: a visitor's question is on its way to the model before it.
CREATE CONSTRAINT TRIGGER inbox_words_updated AFTER UPDATE OF last_message, contact_id ON conversations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NOT NEW.is_preview AND (OLD.last_message IS DISTINCT FROM NEW.last_message OR OLD.contact_id IS DISTINCT FROM NEW.contact_id)) EXECUTE FUNCTION write_inbox_words();
CREATE TRIGGER inbox_words_deleted AFTER DELETE ON conversations FOR EACH ROW WHEN (NOT OLD.is_preview) EXECUTE FUNCTION write_inbox_words();

CREATE FUNCTION write_inbox_words_of_contact() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE inbox_words w SET body = fold_text(c.last_message) || ' ' || NEW.search_text FROM conversations c WHERE c.contact_id = NEW.id AND w.account_id = c.account_id AND w.conversation_id = c.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_words_of_contact AFTER UPDATE OF name, email, company, phone ON contacts FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION write_inbox_words_of_contact();

-- Ids of conversations whose words match every pattern; null when there are more than so many. As contact_hits.
CREATE FUNCTION inbox_hits(patterns text[], most integer) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hits text[];
BEGIN
  EXECUTE format('SELECT array(SELECT conversation_id FROM inbox_words WHERE account_id = %L AND %s LIMIT %s)', current_setting('app.account_id', true),
    (SELECT string_agg(format('body LIKE %L', pattern), ' AND ') FROM unnest(patterns) AS pattern), most + 1) INTO hits;
  RETURN CASE WHEN cardinality(hits) <= most THEN hits END;
END
$$;

-- Stretches of time without anything unread for a member among the running conversations that were last written in then, both ends left out. What is unread
-- is looked for between them. They are only remembered, never needed: a conversation leaves a stretch by any message, for that puts it at the top, and whatever
-- else makes one unread takes the stretch apart. `reach` names the agents that the member reached when it was looked.
CREATE TABLE inbox_read_stretches (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  reach text NOT NULL,
  newest timestamptz NOT NULL,
  oldest timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id, newest)
);
SELECT chatelier_wall('inbox_read_stretches');

-- Takes apart what is remembered around a moment, for one member or for all. Under a lock, so that nobody remembers meanwhile what he saw before.
CREATE FUNCTION split_inbox_stretches(account text, member text, moment timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('inbox_read_stretches ' || account, 0));
  INSERT INTO inbox_read_stretches (account_id, user_id, reach, newest, oldest)
    SELECT s.account_id, s.user_id, s.reach, moment, s.oldest FROM inbox_read_stretches s WHERE s.account_id = account AND (member IS NULL OR s.user_id = member) AND s.newest > moment AND s.oldest < moment;
  UPDATE inbox_read_stretches s SET oldest = moment WHERE s.account_id = account AND (member IS NULL OR s.user_id = member) AND s.newest > moment AND s.oldest < moment;
END
$$;
REVOKE ALL ON FUNCTION split_inbox_stretches FROM PUBLIC;

CREATE FUNCTION split_inbox_stretches_of_conversation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A new message stands above all stretches, which end some time ago: it waits for nobody. Only a clock that is far behind puts it into one.
  IF NEW.last_message_at = OLD.last_message_at
    OR EXISTS (SELECT FROM inbox_read_stretches s WHERE s.account_id = NEW.account_id AND s.newest > NEW.last_message_at AND s.oldest < NEW.last_message_at) THEN
    PERFORM split_inbox_stretches(NEW.account_id, NULL, NEW.last_message_at);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_stretches_split AFTER UPDATE OF status, last_visitor_seq ON conversations FOR EACH ROW
  WHEN (NOT NEW.is_preview AND NEW.status IN ('open', 'pending') AND (OLD.status NOT IN ('open', 'pending') OR NEW.last_visitor_seq > OLD.last_visitor_seq)) EXECUTE FUNCTION split_inbox_stretches_of_conversation();

-- Marked as unread by hand.
CREATE FUNCTION split_inbox_stretches_of_read() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM split_inbox_stretches(NEW.account_id, NEW.user_id, (SELECT c.last_message_at FROM conversations c WHERE c.id = NEW.conversation_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER inbox_stretches_split AFTER UPDATE OF seq ON inbox_reads FOR EACH ROW WHEN (NEW.seq < OLD.seq) EXECUTE FUNCTION split_inbox_stretches_of_read();
