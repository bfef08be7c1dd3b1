-- Who may speak to the visitor: `handler` is the lock that an answer passes before it begins and before it counts.
ALTER TABLE conversations
  ADD COLUMN handler text NOT NULL DEFAULT 'ai' CHECK (handler IN ('ai', 'waiting', 'human', 'paused')),
  ADD COLUMN handler_user_id text REFERENCES users ON DELETE SET NULL,
  -- The AI's conversations are `pending`; a person is asked for in `open` ones.
  ADD COLUMN status text NOT NULL DEFAULT 'pending' CHECK (status IN ('open', 'pending', 'snoozed', 'resolved')),
  ADD COLUMN priority text NOT NULL DEFAULT 'none' CHECK (priority IN ('none', 'low', 'medium', 'high', 'urgent')),
  ADD COLUMN assignee_id text REFERENCES users ON DELETE SET NULL,
  -- Since when the visitor waits for a person.
  ADD COLUMN waiting_since timestamptz,
  -- When a person was offered, once.
  ADD COLUMN offered_at timestamptz,
  ADD COLUMN snoozed_until timestamptz,
  ADD COLUMN resolved_at timestamptz,
  -- When it is resolved by itself, and when it goes back to the AI by itself.
  ADD COLUMN resolve_at timestamptz,
  ADD COLUMN return_at timestamptz,
  ADD COLUMN last_visitor_seq integer NOT NULL DEFAULT 0,
  -- Places that are no question and no answer of the AI: they take nothing of what a conversation may hold.
  ADD COLUMN side_seq integer NOT NULL DEFAULT 0;
CREATE INDEX conversations_by_status ON conversations (account_id, status, last_message_at DESC, id DESC) WHERE NOT is_preview;
CREATE INDEX conversations_by_handler ON conversations (account_id, handler, last_message_at DESC, id DESC) WHERE NOT is_preview AND handler <> 'ai';
CREATE INDEX conversations_by_assignee ON conversations (account_id, assignee_id, last_message_at DESC, id DESC) WHERE assignee_id IS NOT NULL;
CREATE INDEX conversations_waiting ON conversations (account_id, waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX conversations_to_resolve ON conversations (resolve_at) WHERE status <> 'resolved';
CREATE INDEX conversations_to_return ON conversations (return_at) WHERE return_at IS NOT NULL;
CREATE INDEX conversations_to_wake ON conversations (snoozed_until) WHERE snoozed_until IS NOT NULL;

ALTER TABLE messages
  DROP CONSTRAINT messages_role_check,
  ADD CONSTRAINT messages_role_check CHECK (role IN ('visitor', 'assistant', 'human', 'event')),
  -- Who of the team wrote it, by the name that he had then; on an event: whom it is about.
  ADD COLUMN author_id text REFERENCES users ON DELETE SET NULL,
  ADD COLUMN author_name text,
  ADD COLUMN author_avatar text,
  ADD COLUMN event text,
  ADD COLUMN edited_at timestamptz,
  ADD COLUMN deleted_at timestamptz,
  -- What a person's message said before it was changed or removed: for the team only.
  ADD COLUMN earlier jsonb NOT NULL DEFAULT '[]';

-- Who of the team is there. A row counts for some minutes.
CREATE TABLE team_presence (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL,
  is_away boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, user_id)
);
SELECT chatelier_wall('team_presence');

-- How far each member has read.
CREATE TABLE inbox_reads (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  seq integer NOT NULL,
  PRIMARY KEY (conversation_id, user_id)
);
CREATE INDEX inbox_reads_of_user ON inbox_reads (user_id, account_id);
SELECT chatelier_wall('inbox_reads');

-- What the team says among itself. Apart from the messages, so that nothing that a visitor reads can hold it.
CREATE TABLE inbox_notes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  author_id text REFERENCES users ON DELETE SET NULL,
  author_name text NOT NULL,
  body text NOT NULL,
  -- The last message that was there when it was written.
  after_seq integer NOT NULL,
  mentions jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL
);
CREATE INDEX inbox_notes_of_conversation ON inbox_notes (conversation_id, created_at);
SELECT chatelier_wall('inbox_notes');

CREATE TABLE inbox_labels (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  name_key text NOT NULL,
  color text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT inbox_labels_name UNIQUE (account_id, name_key)
);
SELECT chatelier_wall('inbox_labels');

CREATE TABLE inbox_labelled (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  label_id text NOT NULL REFERENCES inbox_labels ON DELETE CASCADE,
  PRIMARY KEY (conversation_id, label_id)
);
CREATE INDEX inbox_labelled_by_label ON inbox_labelled (label_id, conversation_id);
SELECT chatelier_wall('inbox_labelled');

CREATE TABLE saved_replies (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  name_key text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT saved_replies_name UNIQUE (account_id, name_key)
);
SELECT chatelier_wall('saved_replies');
