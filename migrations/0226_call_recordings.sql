-- Sound of calls whose visitors agreed to be recorded. What they agreed to stands with it; without consent there is no row.
CREATE TABLE call_recordings (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  visitor_id text NOT NULL REFERENCES visitors ON DELETE CASCADE,
  -- A call has one; who takes the consent back and gives it again begins another.
  call_id text NOT NULL UNIQUE REFERENCES calls ON DELETE CASCADE,
  -- Made by the visitor's browser.
  key text NOT NULL,
  -- Told by the first piece; nothing before.
  type text,
  -- The words that the visitor agreed to, when, and in which language.
  consent text NOT NULL,
  language text NOT NULL,
  began_at timestamptz NOT NULL,
  -- Whether the agent is heard as well: what a browser speaks by itself can't be recorded.
  has_agent boolean NOT NULL,
  -- As it was promised; less where the owner has chosen less since.
  kept_days integer NOT NULL,
  length_ms integer NOT NULL DEFAULT 0,
  byte_count integer NOT NULL DEFAULT 0,
  piece_count integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX call_recordings_key ON call_recordings (visitor_id, key);
CREATE INDEX call_recordings_of_account ON call_recordings (account_id);
CREATE INDEX call_recordings_of_agent ON call_recordings (agent_id);
CREATE INDEX call_recordings_by_age ON call_recordings (began_at);
SELECT chatelier_wall('call_recordings');

-- Sealed one by one, so that each is kept as soon as it came.
CREATE TABLE call_recording_pieces (
  recording_id text NOT NULL REFERENCES call_recordings ON DELETE CASCADE,
  number integer NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Of the sound, before it was sealed.
  byte_count integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (recording_id, number)
);
-- What is sealed can't be made smaller.
ALTER TABLE call_recording_pieces ALTER COLUMN sealed SET STORAGE EXTERNAL;
SELECT chatelier_wall('call_recording_pieces');
