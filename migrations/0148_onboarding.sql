-- An account's first days: whether its people put the first steps away, and which mails of the first week they had.
CREATE TABLE account_onboarding (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  put_away_at timestamptz,
  letters text[] NOT NULL DEFAULT '{}',
  last_letter_at timestamptz
);
SELECT chatelier_wall('account_onboarding');
-- What is new in the product is new for each person.
ALTER TABLE users ADD COLUMN news_seen_at timestamptz;
