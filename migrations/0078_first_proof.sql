-- Registering proves no address; the link of a mail does. Whoever used one before has.
ALTER TABLE users ADD COLUMN email_proven_at timestamptz;
UPDATE users u SET email_proven_at = r.used_at FROM password_resets r WHERE r.user_id = u.id AND r.used_at IS NOT NULL;

-- Since when the owner, whose address was proven for the first time, has to say what of the account is theirs. Until then nobody else gets in by it.
ALTER TABLE accounts ADD COLUMN review_since timestamptz;
