-- What an account was written to about its plan: each notice once.
CREATE TABLE plan_notices (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  notice text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, notice)
);
SELECT chatelier_wall('plan_notices');
