-- Files of the team: at a reply, which the visitor reads, or at a note, which he never does. Until it is sent, a file belongs to the member who chose it.
ALTER TABLE conversation_attachments
  DROP CONSTRAINT conversation_attachments_origin_check,
  ADD CONSTRAINT conversation_attachments_origin_check CHECK (origin IN ('visitor', 'model', 'team')),
  ADD COLUMN author_id text REFERENCES users ON DELETE SET NULL,
  ADD COLUMN note_id text REFERENCES inbox_notes ON DELETE CASCADE;
DROP INDEX conversation_attachments_unsent;
CREATE INDEX conversation_attachments_unsent ON conversation_attachments (created_at) WHERE message_id IS NULL AND note_id IS NULL;
CREATE INDEX conversation_attachments_of_author ON conversation_attachments (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX conversation_attachments_of_note ON conversation_attachments (note_id) WHERE note_id IS NOT NULL;

ALTER TABLE inbox_notes ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';
