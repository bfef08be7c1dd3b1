-- What contacts are searched by. Behind the wall PostgreSQL lets no index look into text before the wall was checked, so the index lies here, and
-- contact_hits asks it for the account that the transaction names. A table of its own, because a contact changes with every message and its words do not.
CREATE TABLE contact_words (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- No foreign key: whatever points at contacts is handed over when two become one, and this follows from the contact itself.
  contact_id text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (account_id, contact_id)
);
INSERT INTO contact_words (account_id, contact_id, body) SELECT account_id, id, search_text FROM contacts;
SELECT chatelier_wall('contact_words');

-- Both extensions come with PostgreSQL and may be switched on by a database's owner. Where they are missing everything is found as well, only later.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
  CREATE INDEX contact_words_grams ON contact_words USING gin (account_id, body gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'pg_trgm or btree_gin can not be used here; searching many contacts takes longer without them';
END
$$;

-- Over the wall, for the one contact that is being written, as write_contact_field_values.
CREATE FUNCTION write_contact_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM contact_words WHERE account_id = OLD.account_id AND contact_id = OLD.id;
  ELSE
    INSERT INTO contact_words (account_id, contact_id, body) VALUES (NEW.account_id, NEW.id, NEW.search_text)
    ON CONFLICT (account_id, contact_id) DO UPDATE SET body = excluded.body;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER contact_words_inserted AFTER INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION write_contact_words();
CREATE TRIGGER contact_words_updated AFTER UPDATE OF name, email, company, phone ON contacts FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION write_contact_words();
CREATE TRIGGER contact_words_deleted AFTER DELETE ON contacts FOR EACH ROW EXECUTE FUNCTION write_contact_words();

-- Ids of contacts whose words match every pattern; null when there are more than so many. It reads over the wall, for the account that the transaction names; whoever asks still reads the contacts themselves behind it.
-- The patterns stand in the statement as they are, so that it is planned for them: a word that few have by its letters, one that all have by looking at the first few.
CREATE FUNCTION contact_hits(patterns text[], most integer) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hits text[];
BEGIN
  EXECUTE format('SELECT array(SELECT contact_id FROM contact_words WHERE account_id = %L AND %s LIMIT %s)', current_setting('app.account_id', true),
    (SELECT string_agg(format('body LIKE %L', pattern), ' AND ') FROM unnest(patterns) AS pattern), most + 1) INTO hits;
  RETURN CASE WHEN cardinality(hits) <= most THEN hits END;
END
$$;

CREATE INDEX contacts_by_score ON contacts (account_id, lead_score, id);
