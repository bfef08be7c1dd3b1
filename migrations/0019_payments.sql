-- How an account is paid: one row for test money of a vendor and one for real money. secrets is encrypted.
CREATE TABLE payment_connections (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  is_test boolean NOT NULL,
  vendor text NOT NULL CHECK (vendor IN ('stripe', 'test-money')),
  -- The account's name at the vendor, and the last characters of its key: all of it that is ever shown.
  account_name text NOT NULL DEFAULT '',
  last_four text NOT NULL DEFAULT '',
  secrets text NOT NULL,
  refs jsonb NOT NULL,
  checks jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, is_test)
);
SELECT chatelier_wall('payment_connections');

-- What visitors bought, or began to buy. terms is what was promised when it was bought; a later price changes nothing for it. Amounts in the currency's smallest unit.
CREATE TABLE purchases (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Money stays on record when its agent is deleted.
  agent_id text REFERENCES agents ON DELETE SET NULL,
  agent_name text NOT NULL,
  wallet_id text NOT NULL,
  visitor_id text NOT NULL,
  -- Where the person stood when he bought: what earned the money.
  contact_id text REFERENCES contacts ON DELETE SET NULL,
  conversation_id text REFERENCES conversations ON DELETE SET NULL,
  tag text NOT NULL DEFAULT '',
  -- Lower case, as it was typed for the receipt.
  email text NOT NULL,
  vendor text NOT NULL,
  is_test boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('subscription', 'pack', 'once')),
  terms jsonb NOT NULL,
  currency text NOT NULL,
  base integer NOT NULL,
  tax integer NOT NULL,
  total integer NOT NULL,
  coupon text NOT NULL DEFAULT '',
  status text NOT NULL CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired')),
  -- Sums over all payments of the purchase, renewals included.
  paid_amount bigint NOT NULL DEFAULT 0,
  refunded_amount bigint NOT NULL DEFAULT 0,
  dispute text NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost')),
  subscription_status text CHECK (subscription_status IN ('trialing', 'active', 'past_due', 'canceled', 'incomplete')),
  period_end timestamptz,
  is_ending boolean NOT NULL DEFAULT false,
  canceled_at timestamptz,
  past_due_since timestamptz,
  checkout_ref text,
  checkout_url text NOT NULL DEFAULT '',
  payment_ref text,
  customer_ref text,
  subscription_ref text,
  receipt_url text,
  -- Sent by the browser, so that a repeated click is the same purchase.
  client_key text NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- Why what was paid could not be taken for good: 'mismatch' when the vendor told of something else than was asked for, 'unreachable' while it does not answer.
  problem text NOT NULL DEFAULT '' CHECK (problem IN ('', 'mismatch', 'unreachable')),
  -- When the vendor was last asked, and when it is to be asked again at the latest.
  synced_at timestamptz,
  sync_due_at timestamptz,
  sync_failures integer NOT NULL DEFAULT 0,
  -- Every asking draws a number before it asks. What was asked earlier never overwrites what was asked later.
  asked_count integer NOT NULL DEFAULT 0,
  applied_count integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX purchases_client_key ON purchases (visitor_id, client_key);
CREATE UNIQUE INDEX purchases_checkout ON purchases (account_id, vendor, checkout_ref) WHERE checkout_ref IS NOT NULL;
CREATE INDEX purchases_payment ON purchases (account_id, payment_ref) WHERE payment_ref IS NOT NULL;
CREATE INDEX purchases_subscription ON purchases (account_id, subscription_ref) WHERE subscription_ref IS NOT NULL;
CREATE INDEX purchases_of_account ON purchases (account_id, created_at DESC, id DESC);
CREATE INDEX purchases_of_agent ON purchases (agent_id, email);
CREATE INDEX purchases_of_person ON purchases (account_id, email);
CREATE INDEX purchases_of_wallet ON purchases (wallet_id);
CREATE INDEX purchases_with_coupon ON purchases (agent_id, coupon) WHERE coupon <> '';
CREATE INDEX purchases_subscribed ON purchases (account_id, agent_id) WHERE subscription_status IN ('trialing', 'active', 'past_due');
CREATE INDEX purchases_of_contact ON purchases (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX purchases_of_conversation ON purchases (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX purchases_due ON purchases (sync_due_at) WHERE sync_due_at IS NOT NULL;
SELECT chatelier_wall('purchases');

-- Each single payment and refund, for sums over time.
CREATE TABLE payments (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id text NOT NULL REFERENCES purchases ON DELETE CASCADE,
  reference text NOT NULL,
  amount integer NOT NULL,
  refunded integer NOT NULL DEFAULT 0,
  paid_at timestamptz NOT NULL,
  receipt_mailed_at timestamptz,
  PRIMARY KEY (purchase_id, reference)
);
CREATE INDEX payments_of_account ON payments (account_id, paid_at DESC);
SELECT chatelier_wall('payments');

-- What members asked to give back, kept before the vendor is asked: the same click again is the same refund, and two clicks never give back twice.
CREATE TABLE payment_refunds (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id text NOT NULL REFERENCES purchases ON DELETE CASCADE,
  key text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- How it is spread over the payments: [{reference, amount}].
  parts jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'done', 'refused')),
  asked_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (purchase_id, key)
);
CREATE INDEX payment_refunds_asked ON payment_refunds (created_at) WHERE state = 'asked';
CREATE INDEX payment_refunds_of_account ON payment_refunds (account_id);
SELECT chatelier_wall('payment_refunds');

-- The wallet that those share who proved that an address is theirs.
CREATE TABLE payment_people (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  email text NOT NULL,
  is_test boolean NOT NULL,
  wallet_id text NOT NULL,
  proven_at timestamptz NOT NULL,
  PRIMARY KEY (agent_id, email, is_test)
);
CREATE INDEX payment_people_of_account ON payment_people (account_id);
SELECT chatelier_wall('payment_people');

-- Events that vendors sent, by their own ids: the same one again does nothing.
CREATE TABLE payment_events (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  vendor text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  purchase_id text,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (account_id, vendor, event_id)
);
SELECT chatelier_wall('payment_events');

-- Codes by which somebody proves that an address is his. code_hash is bound to address and agent.
CREATE TABLE restore_codes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  visitor_id text NOT NULL,
  email text NOT NULL,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX restore_codes_of_visitor ON restore_codes (visitor_id, created_at DESC);
CREATE INDEX restore_codes_of_account ON restore_codes (account_id);
CREATE INDEX restore_codes_expiry ON restore_codes (expires_at);
SELECT chatelier_wall('restore_codes');

-- What the models cost, beside what came in.
CREATE INDEX messages_costs ON messages (account_id, created_at) WHERE engine = 'model';
