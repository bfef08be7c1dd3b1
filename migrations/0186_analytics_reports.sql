-- Members who get the letter of the week or the report of the month. Whoever leaves the account is gone with their
-- membership.
CREATE TABLE analytics_report_readers (
  account_id text NOT NULL,
  user_id text NOT NULL,
  every text NOT NULL CHECK (every IN ('week', 'month')),
  zone text NOT NULL CHECK (length(zone) <= 64),
  -- When the next one is due; moved on in the transaction that writes the mail.
  next_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
SELECT chatelier_wall('analytics_report_readers');
CREATE INDEX analytics_report_readers_due ON analytics_report_readers (next_at);
-- A file that goes with a mail, until the mail is sent.
CREATE TABLE outbox_attachments (
  mail_id text PRIMARY KEY REFERENCES outbox_mails ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL,
  content bytea NOT NULL
);
