-- Addresses under which accounts show their brand.
CREATE TABLE custom_domains (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  -- Lower case, in ASCII.
  host text NOT NULL,
  -- What its owner writes into their DNS to show that it is theirs.
  token text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'verified', 'issuing', 'active', 'failed')),
  last_error text,
  found jsonb NOT NULL,
  misses integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  next_check_at timestamptz,
  active_at timestamptz
);
-- Many may wish for an address; one has it.
CREATE UNIQUE INDEX custom_domains_served ON custom_domains (host)
  WHERE state IN ('verified', 'issuing', 'active');
CREATE INDEX custom_domains_by_host ON custom_domains (host);
CREATE INDEX custom_domains_due ON custom_domains (next_check_at);
SELECT chatelier_wall('custom_domains');
