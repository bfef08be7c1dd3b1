-- Who a mail is from, in words, and where a reply to it goes; and what an account calls itself.
ALTER TABLE outbox_mails ADD COLUMN sender_name text, ADD COLUMN reply_to text;
ALTER TABLE accounts ADD COLUMN named_at timestamptz, ADD COLUMN reply_email text;
