-- An owner's account at the payment vendor that was opened through the platform's own one: one for test money and one for real money. It stays when the
-- owner disconnects, so that connecting again leads to the same account.
CREATE TABLE payment_platform_accounts (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  is_test boolean NOT NULL,
  -- Makes asking the vendor twice for an account the same asking.
  request_key text NOT NULL,
  -- The vendor's name of the account; null until it answered. No two owners ever have the same one: events are told apart by it.
  reference text UNIQUE,
  -- Whether the owner is on the way to connect it: only then does an account that is ready become the one that is paid.
  is_open boolean NOT NULL,
  state text NOT NULL DEFAULT 'unfinished' CHECK (state IN ('unfinished', 'reviewing', 'refused', 'ready')),
  -- What the vendor wants to know, in kinds.
  missing jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, is_test)
);
SELECT chatelier_wall('payment_platform_accounts');

-- A connection through the platform has no key of its own, and so no secret.
ALTER TABLE payment_connections ADD COLUMN is_platform boolean NOT NULL DEFAULT false;
ALTER TABLE payment_connections ADD CONSTRAINT platform_has_no_secrets CHECK (is_platform = (secrets = ''));
