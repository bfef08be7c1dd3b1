-- What went to a contact by mail, for its activity. The outbox has no wall, so this reads it for the one contact of the account that the transaction names, and only what is written to customers.
CREATE INDEX outbox_mails_to ON outbox_mails (account_id, lower(recipient), created_at DESC) WHERE account_id IS NOT NULL;
CREATE FUNCTION contact_mails(contact text) RETURNS TABLE (id text, subject text, state text, created_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.subject, m.state, m.created_at
  FROM contacts c JOIN outbox_mails m ON m.account_id = c.account_id AND lower(m.recipient) = c.email
  WHERE c.id = contact AND c.account_id = current_setting('app.account_id', true) AND m.kind IN ('team-reply', 'form-reply', 'conversation-copy')
$$;
