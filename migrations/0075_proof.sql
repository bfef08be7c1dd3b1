-- A typed address is a claim. What was shown to be true stands beside it: of the address, with the contact; of the visitor, with the visitor.
-- Nobody counts as proven before they prove it again: which of a contact's visitors the word of a server or a code was about, nobody wrote down.
ALTER TABLE contacts
  ADD COLUMN email_proof text CHECK (email_proof IN ('identity', 'code', 'opt_in')),
  ADD COLUMN email_proven_at timestamptz,
  ADD CONSTRAINT contacts_email_proof CHECK ((email_proof IS NULL) = (email_proven_at IS NULL));

-- How the visitor showed to be the contact that the row names; null: they only said so.
ALTER TABLE visitors
  ADD COLUMN proof text CHECK (proof IN ('identity', 'code', 'opt_in')),
  ADD COLUMN proven_at timestamptz,
  ADD CONSTRAINT visitors_proof CHECK ((proof IS NULL) = (proven_at IS NULL));

-- Another address is not proven by what proved the one before, whoever writes it.
CREATE FUNCTION forget_email_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email_proven_at IS NOT DISTINCT FROM OLD.email_proven_at THEN
    NEW.email_proof := NULL;
    NEW.email_proven_at := NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER contacts_email_changed BEFORE UPDATE OF email ON contacts FOR EACH ROW
  WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION forget_email_proof();

-- A person is found by every address that was given for them, claimed ones too.
DROP TRIGGER contact_words_updated ON contacts;
DROP TRIGGER inbox_words_of_contact ON contacts;
DROP INDEX contacts_recent;
ALTER TABLE contacts DROP COLUMN search_text;
ALTER TABLE contacts ADD COLUMN search_text text GENERATED ALWAYS AS (left(fold_text(
  name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g')
  || ' ' || coalesce(claimed_email, '') || ' ' || translate(jsonb_path_query_array(custom_values, '$[*] ? (@.type == "email").value')::text, '[],"', '')
), 600)) STORED;
CREATE INDEX contacts_recent ON contacts (account_id, last_seen_at DESC, id DESC) INCLUDE (search_text);
CREATE TRIGGER contact_words_updated AFTER UPDATE OF name, email, company, phone, claimed_email, custom_values ON contacts FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION write_contact_words();
CREATE TRIGGER inbox_words_of_contact AFTER UPDATE OF name, email, company, phone, claimed_email, custom_values ON contacts FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION write_inbox_words_of_contact();
UPDATE contact_words w SET body = c.search_text FROM contacts c WHERE c.id = w.contact_id AND w.account_id = c.account_id AND w.body <> c.search_text;
UPDATE inbox_words w SET body = fold_text(c.last_message) || ' ' || k.search_text
  FROM conversations c JOIN contacts k ON k.id = c.contact_id
  WHERE c.id = w.conversation_id AND w.account_id = c.account_id AND k.claimed_email IS NOT NULL;

-- Whoever proves an address, or types one again, is looked for among the claims.
CREATE INDEX contacts_claimed ON contacts (account_id, claimed_email) WHERE claimed_email IS NOT NULL;
