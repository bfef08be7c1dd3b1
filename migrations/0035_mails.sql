-- Mails beyond what their account may write in a day are held back.
ALTER TABLE outbox_mails DROP CONSTRAINT outbox_mails_state_check;
ALTER TABLE outbox_mails ADD CONSTRAINT outbox_mails_state_check CHECK (state IN ('kept', 'queued', 'sent', 'failed', 'held'));
-- Whose text is still to be removed when it is old.
CREATE INDEX outbox_mails_with_text ON outbox_mails (created_at) WHERE state IN ('sent', 'kept') AND html_body <> '';
