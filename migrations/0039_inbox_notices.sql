-- Who waits for a person is told of by mail, once in each stretch of waiting.
ALTER TABLE conversations
  -- The beginning of the stretch of waiting that was told of, or that somebody of the team saw.
  ADD COLUMN noticed_since timestamptz;
CREATE INDEX conversations_to_notice ON conversations (waiting_since) WHERE waiting_since IS NOT NULL AND noticed_since IS DISTINCT FROM waiting_since;

-- What each member wants of the inbox. No row: all of it.
CREATE TABLE inbox_settings (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  waiting_mails boolean NOT NULL,
  PRIMARY KEY (account_id, user_id)
);
SELECT chatelier_wall('inbox_settings');
