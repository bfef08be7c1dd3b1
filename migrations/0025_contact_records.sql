-- Text as it is looked for and put in order: small letters, without the marks of the Latin ones.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(value), 'ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆČçćčĎĐďđÈÉÊËĒĖĘĚèéêëēėęěÌÍÎÏĪĮìíîïīįŁłÑŃŇñńňÒÓÔÕÖØŌŐòóôõöøōőŔŘŕřŚŞŠśşšŤťÙÚÛÜŪŮŰùúûüūůűÝŸýÿŹŻŽźżž', 'aaaaaaaaaaaaaaaaaaccccccddddeeeeeeeeeeeeeeeeiiiiiiiiiiiillnnnnnnoooooooooooooooorrrrssssssttuuuuuuuuuuuuuuyyyyzzzzzz')
$$;

ALTER TABLE contacts
  ADD COLUMN first_name text NOT NULL DEFAULT '',
  ADD COLUMN last_name text NOT NULL DEFAULT '',
  ADD COLUMN job_title text,
  ADD COLUMN region text,
  ADD COLUMN city text,
  ADD COLUMN lifecycle text NOT NULL DEFAULT 'new' CHECK (lifecycle IN ('new', 'contacted', 'qualified', 'customer', 'lost')),
  ADD COLUMN lead_score smallint NOT NULL DEFAULT 0 CHECK (lead_score BETWEEN 0 AND 100),
  ADD COLUMN tag_ids text[] NOT NULL DEFAULT '{}',
  -- Whether the person agreed to hear of offers, when, by which way and to which text: {value, at, source, textVersion}.
  ADD COLUMN marketing_consent jsonb,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  -- What is searched lies in the index that gives the order, so that a search reads nothing else. An entry of an index is bounded, so it is cut.
  ADD COLUMN search_text text GENERATED ALWAYS AS (left(fold_text(name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g')), 600)) STORED,
  -- Whoever has neither name nor address stands last.
  ADD COLUMN sort_name text GENERATED ALWAYS AS (left(coalesce(nullif(fold_text(btrim(name)), ''), fold_text(email), chr(1114111)), 120)) STORED;

DROP INDEX contacts_recent;
CREATE INDEX contacts_recent ON contacts (account_id, last_seen_at DESC, id DESC) INCLUDE (search_text);
CREATE INDEX contacts_newest ON contacts (account_id, created_at DESC, id DESC);
CREATE INDEX contacts_by_name ON contacts (account_id, sort_name, id);

-- The words that an account puts on its contacts. Contacts hold the ids, so a new name or colour is one change.
CREATE TABLE contact_tags (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  color text NOT NULL CHECK (color IN ('grey', 'green', 'blue', 'violet', 'pink', 'red', 'orange', 'yellow')),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX contact_tags_name ON contact_tags (account_id, lower(name));
SELECT chatelier_wall('contact_tags');

CREATE TABLE contact_notes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  contact_id text NOT NULL REFERENCES contacts ON DELETE CASCADE,
  -- Who wrote it; the name as it was, for when that person is gone.
  author_id text NOT NULL,
  author_name text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX contact_notes_of_contact ON contact_notes (contact_id, created_at DESC, id DESC);
CREATE INDEX contact_notes_of_account ON contact_notes (account_id);
SELECT chatelier_wall('contact_notes');

-- What its owner, or the member who looks, doesn't want to see of an account's visitors. People lie outside the wall, so this reads over it, for the account that the transaction names.
CREATE FUNCTION account_privacy(viewer text) RETURNS TABLE (hides_passive boolean, hides_location boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(bool_or(u.hide_passive_visitors), false), coalesce(bool_or(u.hide_location_data), false)
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.account_id = current_setting('app.account_id', true) AND (m.role = 'owner' OR m.user_id = viewer)
$$;
