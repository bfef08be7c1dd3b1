-- Fields that an account adds to its contacts and conversations. A key never changes, because values, files and prompts are written with it.
CREATE TABLE custom_fields (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  scope text NOT NULL CHECK (scope IN ('contact', 'conversation')),
  key text NOT NULL,
  label text NOT NULL,
  hint text NOT NULL DEFAULT '',
  type text NOT NULL,
  options jsonb NOT NULL DEFAULT '[]',
  pattern text NOT NULL DEFAULT '',
  currency text NOT NULL DEFAULT 'EUR',
  -- What something new has before anybody says otherwise.
  initial jsonb,
  is_required boolean NOT NULL DEFAULT false,
  in_inbox boolean NOT NULL DEFAULT true,
  position integer NOT NULL,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX custom_fields_key ON custom_fields (account_id, scope, key);
SELECT chatelier_wall('custom_fields');

CREATE FUNCTION custom_initials(owner text, wanted text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, initial), '{}') FROM custom_fields WHERE account_id = owner AND scope = wanted AND archived_at IS NULL AND initial IS NOT NULL
$$;

ALTER TABLE contacts ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '{}';
ALTER TABLE conversations ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '{}';

-- What contacts are looked for by, one row for each value: behind the wall no index looks into jsonb, but plain columns are compared there. Written by the triggers alone.
CREATE TABLE contact_field_values (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- No foreign key: whatever points at contacts is handed over when two become one, and this follows from the contact itself.
  contact_id text NOT NULL,
  key text NOT NULL,
  text_key text COLLATE "C" NOT NULL,
  number_key double precision
);
CREATE INDEX contact_field_values_text ON contact_field_values (account_id, key, text_key, contact_id);
CREATE INDEX contact_field_values_number ON contact_field_values (account_id, key, number_key, contact_id) WHERE number_key IS NOT NULL;
CREATE INDEX contact_field_values_contact ON contact_field_values (contact_id);
SELECT chatelier_wall('contact_field_values');

-- Over the wall, for the one contact that is being written: of a contact that is gone, a member who reaches some agents only would see no values to delete.
CREATE FUNCTION write_contact_field_values() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM contact_field_values WHERE contact_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO contact_field_values (account_id, contact_id, key, text_key, number_key)
    SELECT NEW.account_id, NEW.id, field.key, left(fold_text(part.value #>> '{}'), 200), CASE WHEN jsonb_typeof(part.value) = 'number' THEN (part.value #>> '{}')::float8 END
    FROM jsonb_each(NEW.custom_fields) AS field, jsonb_array_elements(CASE WHEN jsonb_typeof(field.value) = 'array' THEN field.value ELSE jsonb_build_array(field.value) END) AS part (value);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER contact_fields_inserted AFTER INSERT ON contacts FOR EACH ROW WHEN (NEW.custom_fields <> '{}') EXECUTE FUNCTION write_contact_field_values();
CREATE TRIGGER contact_fields_updated AFTER UPDATE OF custom_fields ON contacts FOR EACH ROW WHEN (OLD.custom_fields IS DISTINCT FROM NEW.custom_fields) EXECUTE FUNCTION write_contact_field_values();
CREATE TRIGGER contact_fields_deleted AFTER DELETE ON contacts FOR EACH ROW WHEN (OLD.custom_fields <> '{}') EXECUTE FUNCTION write_contact_field_values();
