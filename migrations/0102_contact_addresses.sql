-- Further addresses of a person, which merging brought; and when somebody was there last: who was written down or
-- came out of a file was never there, and stands behind everybody else (see `wasSeen`).
ALTER TABLE contacts
  ADD COLUMN other_emails jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN seen_at timestamptz NOT NULL GENERATED ALWAYS AS (
    CASE WHEN source IN ('manual', 'import', 'api') AND last_seen_at = created_at
      THEN timestamptz '1970-01-01 00:00:00+00' ELSE last_seen_at END) STORED;

-- A person is found by each of their addresses.
DROP TRIGGER contact_words_updated ON contacts;
DROP TRIGGER inbox_words_of_contact ON contacts;
DROP INDEX contacts_recent;
ALTER TABLE contacts DROP COLUMN search_text;
ALTER TABLE contacts ADD COLUMN search_text text GENERATED ALWAYS AS (left(fold_text(
  name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g')
  || ' ' || coalesce(claimed_email, '') || ' ' || translate(jsonb_path_query_array(custom_values, '$[*] ? (@.type == "email").value')::text, '[],"', '')
  || ' ' || translate(other_emails::text, '[],"', '')
), 600)) STORED;
CREATE INDEX contacts_recent ON contacts (account_id, seen_at DESC, id DESC) INCLUDE (search_text);
CREATE INDEX contacts_other_emails ON contacts (account_id) WHERE other_emails <> '[]';
CREATE TRIGGER contact_words_updated AFTER UPDATE OF name, email, company, phone, claimed_email, custom_values, other_emails ON contacts FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION write_contact_words();
CREATE TRIGGER inbox_words_of_contact AFTER UPDATE OF name, email, company, phone, claimed_email, custom_values, other_emails ON contacts FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION write_inbox_words_of_contact();

-- What was mailed to a person, whichever of their addresses it went to.
CREATE OR REPLACE FUNCTION contact_mails(contact text) RETURNS TABLE (id text, subject text, state text, created_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.subject, m.state, m.created_at
  FROM contacts c CROSS JOIN LATERAL (SELECT c.email AS address UNION SELECT jsonb_array_elements_text(c.other_emails)) a
  JOIN outbox_mails m ON m.account_id = c.account_id AND lower(m.recipient) = a.address
  WHERE c.id = contact AND c.account_id = current_setting('app.account_id', true) AND m.kind IN ('team-reply', 'form-reply', 'conversation-copy')
$$;
