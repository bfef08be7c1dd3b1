-- What the page of a visitor is asked to do by the answer that is being written: taken by one page, answered once, gone afterwards.
CREATE TABLE page_calls (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  visitor_id text NOT NULL,
  arguments jsonb NOT NULL,
  -- Domains of the pages that may take it.
  sites text[] NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'taken', 'done')),
  -- The page that took it, by a word of its own.
  taken_by text,
  result text,
  error_code text,
  error_detail text,
  created_at timestamptz NOT NULL,
  -- Nobody waits for it any more.
  ends_at timestamptz NOT NULL
);
CREATE INDEX page_calls_of_conversation ON page_calls (conversation_id);
CREATE INDEX page_calls_of_account ON page_calls (account_id);
SELECT chatelier_wall('page_calls');
