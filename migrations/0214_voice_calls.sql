-- Calls with a vendor of speech that run now. Of a call that is over nothing stays but its messages and what they cost.
CREATE TABLE voice_calls (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  -- Nobody has two.
  visitor_id text NOT NULL UNIQUE REFERENCES visitors ON DELETE CASCADE,
  provider text NOT NULL,
  -- How the vendor calls it; nothing before the vendor has taken it.
  vendor_id text,
  -- Which process leads it; what a dead one leaves is hung up.
  process_id text NOT NULL,
  began_at timestamptz NOT NULL
);
CREATE INDEX voice_calls_of_account ON voice_calls (account_id);
CREATE INDEX voice_calls_of_process ON voice_calls (process_id);
SELECT chatelier_wall('voice_calls');
