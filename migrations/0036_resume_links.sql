-- A visitor who has left gets what people write by mail, with a link that opens this one conversation.
ALTER TABLE conversations
  -- How far the visitor has had the conversation before him, and how far people's messages went to him by mail.
  ADD COLUMN visitor_read_seq integer NOT NULL DEFAULT 0,
  ADD COLUMN mailed_seq integer NOT NULL DEFAULT 0,
  -- When what he has not read goes out.
  ADD COLUMN mail_due_at timestamptz;
CREATE INDEX conversations_to_mail ON conversations (mail_due_at) WHERE mail_due_at IS NOT NULL;
