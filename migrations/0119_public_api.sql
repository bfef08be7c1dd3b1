-- How often a key of an account may come.
ALTER TABLE account_keys ADD COLUMN requests_per_minute integer NOT NULL DEFAULT 120 CHECK (requests_per_minute BETWEEN 10 AND 600);

-- What programs asked for under a key of their own, kept for a day: the same again gets the first answer. Without an answer it is under way.
CREATE TABLE repeated_requests (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  program_id text NOT NULL,
  key_hash text NOT NULL,
  fingerprint text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, program_id, key_hash)
);
CREATE INDEX repeated_requests_oldest ON repeated_requests (created_at);
SELECT chatelier_wall('repeated_requests');
