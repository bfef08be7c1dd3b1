-- Which conversation a program goes on with that sends all messages each time: found by a hash of those before.
-- Without a conversation: which visitor the program means by the name of one of its users.
CREATE TABLE openai_threads (
  hash text NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  visitor_id text NOT NULL REFERENCES visitors ON DELETE CASCADE,
  conversation_id text REFERENCES conversations ON DELETE CASCADE,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (agent_id, hash)
);
CREATE INDEX openai_threads_of_account ON openai_threads (account_id);
CREATE INDEX openai_threads_of_visitor ON openai_threads (visitor_id);
CREATE INDEX openai_threads_of_conversation ON openai_threads (conversation_id);
CREATE INDEX openai_threads_oldest ON openai_threads (agent_id, used_at);
SELECT chatelier_wall('openai_threads');
