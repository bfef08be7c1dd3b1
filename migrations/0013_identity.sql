-- What an owner's server signs statements about his visitors with: one secret for the account, and one for an agent that has its own.
CREATE TABLE identity_secrets (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text REFERENCES agents ON DELETE CASCADE,
  sealed text NOT NULL,
  -- Its last letters, to tell one from the next.
  hint text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX identity_secrets_place ON identity_secrets (account_id, coalesce(agent_id, ''));
CREATE INDEX identity_secrets_of_agent ON identity_secrets (agent_id) WHERE agent_id IS NOT NULL;
SELECT chatelier_wall('identity_secrets');

-- Who a contact is in the owner's own books, by the word of the owner's server.
ALTER TABLE contacts ADD COLUMN external_id text, ADD COLUMN verified_at timestamptz;
CREATE UNIQUE INDEX contacts_external ON contacts (account_id, external_id) WHERE external_id IS NOT NULL;

-- What the page tells about its visitor; nobody vouches for it.
ALTER TABLE visitors ADD COLUMN variables jsonb NOT NULL DEFAULT '{}';
