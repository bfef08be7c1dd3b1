-- What was attached to a message as it is shown, so that reading a conversation needs no second look.
ALTER TABLE messages ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';

-- Files that visitors sent and pictures that models made. Private to one conversation; before it is sent, a file belongs to its visitor alone.
CREATE TABLE conversation_attachments (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  visitor_id text NOT NULL REFERENCES visitors ON DELETE CASCADE,
  conversation_id text REFERENCES conversations ON DELETE CASCADE,
  message_id text REFERENCES messages ON DELETE CASCADE,
  origin text NOT NULL CHECK (origin IN ('visitor', 'model')),
  kind text NOT NULL CHECK (kind IN ('image', 'document')),
  name text NOT NULL,
  mime_type text NOT NULL,
  byte_count integer NOT NULL,
  width integer,
  height integer,
  -- What a document says, as far as it is read; empty for pictures.
  body text NOT NULL DEFAULT '',
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL
);
ALTER TABLE conversation_attachments ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX conversation_attachments_of_visitor ON conversation_attachments (visitor_id);
CREATE INDEX conversation_attachments_of_conversation ON conversation_attachments (conversation_id, created_at);
CREATE INDEX conversation_attachments_of_message ON conversation_attachments (message_id);
CREATE INDEX conversation_attachments_unsent ON conversation_attachments (created_at) WHERE message_id IS NULL;
SELECT chatelier_wall('conversation_attachments');
