-- Copies of people's voices at vendors of speech, with how each person agreed. What was recorded is sealed, and goes as
-- soon as it has done its work: the sample once the vendor has it, the consent with the voice.
CREATE TABLE cloned_voices (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  provider text NOT NULL,
  name text NOT NULL,
  -- Whose voice it is, who may use it, and the day in the sentence that is read aloud.
  speaker text NOT NULL,
  company text NOT NULL,
  language text NOT NULL,
  day text NOT NULL,
  sentence text NOT NULL,
  state text NOT NULL CHECK (state IN ('consent', 'sample', 'making', 'ready', 'failed', 'deleting')),
  -- Why the last try to make or to delete it came to nothing.
  failure text,
  -- What was understood of the consent.
  heard text,
  sealed_consent bytea,
  -- The same recording agrees once.
  consent_hash text,
  sealed_sample bytea,
  -- The vendor's id of it.
  voice text,
  -- Who was at the screen.
  member text NOT NULL,
  created_at timestamptz NOT NULL,
  consented_at timestamptz,
  -- When the vendor was last asked to make it.
  tried_at timestamptz,
  UNIQUE (account_id, consent_hash)
);
CREATE INDEX cloned_voices_unfinished ON cloned_voices (state) WHERE state <> 'ready';
SELECT chatelier_wall('cloned_voices');
