-- When the team of an account is there. No row: whenever somebody is.
CREATE TABLE office_hours (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  is_on boolean NOT NULL,
  time_zone text NOT NULL,
  -- Seven lists from Monday on, each of spans in minutes of the day: [{"from": 540, "to": 1020}].
  week jsonb NOT NULL,
  -- Days on which nobody is there: [{"date": "2026-12-25", "name": "Christmas"}].
  days_off jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz NOT NULL
);
SELECT chatelier_wall('office_hours');
