CREATE TABLE contacts (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  email text,
  source text NOT NULL DEFAULT 'widget',
  source_agent_id text REFERENCES agents ON DELETE SET NULL,
  country text,
  timezone text,
  language text,
  device text,
  browser text,
  os text,
  landing_url text,
  referrer text,
  tag text,
  conversation_count integer NOT NULL DEFAULT 0,
  message_count integer NOT NULL DEFAULT 0,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contacts_recent ON contacts (account_id, last_seen_at DESC, id DESC);
CREATE UNIQUE INDEX contacts_email ON contacts (account_id, email) WHERE email IS NOT NULL;
SELECT chatelier_wall('contacts');

-- One browser on one agent. A visitor becomes a contact with the first message.
CREATE TABLE visitors (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  contact_id text REFERENCES contacts ON DELETE SET NULL,
  is_preview boolean NOT NULL DEFAULT false,
  language text,
  timezone text,
  device text,
  browser text,
  os text,
  landing_url text,
  referrer text,
  tag text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX visitors_of_agent ON visitors (agent_id, created_at DESC);
CREATE INDEX visitors_of_contact ON visitors (contact_id);
SELECT chatelier_wall('visitors');

CREATE TABLE conversations (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  visitor_id text NOT NULL REFERENCES visitors ON DELETE CASCADE,
  contact_id text REFERENCES contacts ON DELETE CASCADE,
  is_preview boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en',
  page_url text,
  tag text,
  next_seq integer NOT NULL DEFAULT 1,
  message_count integer NOT NULL DEFAULT 0,
  last_message text NOT NULL DEFAULT '',
  last_message_role text,
  last_message_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX conversations_recent ON conversations (account_id, last_message_at DESC, id DESC) WHERE NOT is_preview;
CREATE INDEX conversations_of_contact ON conversations (contact_id, last_message_at DESC);
CREATE INDEX conversations_of_visitor ON conversations (visitor_id, last_message_at DESC);
CREATE INDEX conversations_of_agent ON conversations (agent_id, last_message_at DESC);
SELECT chatelier_wall('conversations');

CREATE TABLE messages (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  visitor_id text NOT NULL REFERENCES visitors ON DELETE CASCADE,
  seq integer NOT NULL,
  role text NOT NULL CHECK (role IN ('visitor', 'assistant')),
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('streaming', 'complete', 'interrupted', 'stopped', 'failed')),
  -- On a visitor's message: the key under which the browser may send it again. On an answer: the message it answers.
  client_message_id text,
  answers_id text REFERENCES messages ON DELETE CASCADE,
  engine text CHECK (engine IN ('built-in', 'model')),
  provider text,
  model text,
  citations jsonb NOT NULL DEFAULT '[]',
  -- Which passages were found and used, tools, milliseconds: for the owner only.
  trace jsonb,
  input_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  feedback text CHECK (feedback IN ('up', 'down')),
  feedback_reason text,
  error_code text,
  process_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  CONSTRAINT messages_order UNIQUE (conversation_id, seq),
  CONSTRAINT messages_answer UNIQUE (answers_id)
);
CREATE UNIQUE INDEX messages_client_key ON messages (visitor_id, client_message_id) WHERE client_message_id IS NOT NULL;
CREATE INDEX messages_running ON messages (process_id) WHERE status = 'streaming';
SELECT chatelier_wall('messages');
