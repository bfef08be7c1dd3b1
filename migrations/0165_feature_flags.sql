-- What is switched on or off: for everybody (no account), or for one account, which counts more. What no row names is
-- on.
CREATE TABLE feature_flags (
  flag text NOT NULL CHECK (flag IN ('landingPages', 'customFunctions', 'mcpConnections', 'simulator', 'api')),
  account_id text REFERENCES accounts ON DELETE CASCADE,
  is_on boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (flag, account_id)
);
CREATE INDEX feature_flags_account ON feature_flags (account_id);
SELECT chatelier_wall('feature_flags');
