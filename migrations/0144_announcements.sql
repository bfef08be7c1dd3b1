-- What whoever runs the server tells the people who work on it, for some time. Belongs to the server, not to an account.
CREATE TABLE announcements (
  id text PRIMARY KEY,
  audience text NOT NULL CHECK (audience IN ('everybody', 'trial', 'pro', 'white_label')),
  level text NOT NULL CHECK (level IN ('info', 'success', 'warning', 'danger')),
  -- By language; the first that was written is shown where a language has none.
  texts jsonb NOT NULL,
  link_url text,
  is_dismissible boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz CHECK (ends_at > starts_at),
  created_at timestamptz NOT NULL
);
-- Who closed it, on whichever device.
CREATE TABLE announcement_dismissals (
  announcement_id text NOT NULL REFERENCES announcements ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (announcement_id, user_id)
);
CREATE INDEX announcement_dismissals_of_user ON announcement_dismissals (user_id);

-- What superadmins wrote back about a bug report or a wish.
CREATE TABLE feedback_replies (
  id text PRIMARY KEY,
  feedback_id text NOT NULL REFERENCES feedback_submissions ON DELETE CASCADE,
  author_name text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX feedback_replies_of ON feedback_replies (feedback_id, created_at);

-- Addresses of accounts that a superadmin switched off: no account names them, until they are released.
CREATE TABLE blocked_domains (
  host text PRIMARY KEY,
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
