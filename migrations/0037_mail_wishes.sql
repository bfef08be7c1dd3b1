-- Who wants no more mails of an account. The address is stored as a hash: the wish outlives what is known of the person, and tells nothing of him.
CREATE FUNCTION mail_address_hash(account_id text, address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(account_id || ' ' || lower(address), 'UTF8')), 'hex')
$$;

CREATE TABLE mail_wishes (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  address_hash text NOT NULL,
  unsubscribed_at timestamptz NOT NULL,
  -- Null while no mails are wanted.
  resubscribed_at timestamptz,
  PRIMARY KEY (account_id, address_hash)
);
SELECT chatelier_wall('mail_wishes');

-- Where whoever gets the mail says that no more should come, for the mail's head.
ALTER TABLE outbox_mails ADD COLUMN unsubscribe_url text;
