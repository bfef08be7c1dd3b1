-- Who was named by a colleague's note: seen once they opened the conversation, and mailed once where they did not.
CREATE TABLE inbox_mentions (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  note_id text NOT NULL REFERENCES inbox_notes ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz,
  mailed_at timestamptz,
  PRIMARY KEY (account_id, user_id, note_id)
);
CREATE INDEX inbox_mentions_of_conversation ON inbox_mentions (conversation_id, user_id);
CREATE INDEX inbox_mentions_due ON inbox_mentions (created_at) WHERE seen_at IS NULL AND mailed_at IS NULL;
SELECT chatelier_wall('inbox_mentions');
-- What was said before counts as seen: nobody is mailed about last year.
INSERT INTO inbox_mentions (account_id, user_id, note_id, conversation_id, created_at, seen_at)
  SELECT n.account_id, u.id, n.id, n.conversation_id, n.created_at, n.created_at FROM inbox_notes n
    CROSS JOIN LATERAL jsonb_array_elements_text(n.mentions) AS named JOIN users u ON u.id = named
    JOIN conversations c ON c.id = n.conversation_id;

