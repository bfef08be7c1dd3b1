-- Members are told in their browsers, also while no tab of the dashboard is open.
ALTER TABLE inbox_settings
  -- Of whom a member is told in his browsers: visitors in the queue, those whom he answers, colleagues who name him.
  ADD COLUMN push_waiting boolean NOT NULL DEFAULT true,
  ADD COLUMN push_own boolean NOT NULL DEFAULT true,
  ADD COLUMN push_mentions boolean NOT NULL DEFAULT true,
  -- Whether the visitor's words are shown.
  ADD COLUMN push_words boolean NOT NULL DEFAULT false;

-- Browsers that members let tell them, each for as long as its session lives and its member belongs to the account.
CREATE TABLE inbox_browsers (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
  -- SHA-256 of the address at the browser's push service: one browser tells one person.
  endpoint_hash text NOT NULL,
  -- That address and the browser's keys, encrypted.
  sealed text NOT NULL,
  device text,
  browser text,
  os text,
  created_at timestamptz NOT NULL,
  -- When it was last seen with the dashboard in sight.
  seen_at timestamptz NOT NULL,
  -- Since when its member wants to hear nothing there: as long as its session lives, it does not come back by itself.
  removed_at timestamptz,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE UNIQUE INDEX inbox_browsers_endpoint ON inbox_browsers (endpoint_hash);
CREATE UNIQUE INDEX inbox_browsers_session ON inbox_browsers (session_id);
CREATE INDEX inbox_browsers_member ON inbox_browsers (account_id, user_id);
CREATE INDEX inbox_browsers_user ON inbox_browsers (user_id);
SELECT chatelier_wall('inbox_browsers');

-- What a browser is told of one event: at most once.
CREATE TABLE inbox_pushes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  browser_id text NOT NULL REFERENCES inbox_browsers ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  event_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('waiting', 'message', 'assigned', 'mention')),
  -- The colleague whose doing it is.
  by_name text,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- When the push service took it, or it was given up.
  done_at timestamptz
);
CREATE UNIQUE INDEX inbox_pushes_once ON inbox_pushes (event_id, browser_id);
CREATE INDEX inbox_pushes_recent ON inbox_pushes (browser_id, conversation_id, created_at);
CREATE INDEX inbox_pushes_conversation ON inbox_pushes (conversation_id);
CREATE INDEX inbox_pushes_account ON inbox_pushes (account_id, created_at);
SELECT chatelier_wall('inbox_pushes');
