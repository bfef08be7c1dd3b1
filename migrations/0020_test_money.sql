-- The built-in bank that only pretends: what is needed to behave like a payment provider. No money moves, and no card is stored but the name of a test card.
CREATE TABLE test_money_sessions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Whose name a purchase has with us; the bank only hands it back.
  purchase_id text NOT NULL,
  customer_id text NOT NULL,
  -- What was ordered, as it was ordered.
  terms jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'complete', 'expired')),
  -- The seller ended it, not the time.
  is_called_off boolean NOT NULL DEFAULT false,
  -- Why the last try to pay came to nothing.
  failure text CHECK (failure IN ('declined', 'funds', 'refused')),
  -- The test card that waits for its holder's word.
  confirming_card text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz
);
CREATE INDEX test_money_sessions_of_purchase ON test_money_sessions (account_id, purchase_id);
CREATE INDEX test_money_sessions_of_customer ON test_money_sessions (customer_id);
CREATE INDEX test_money_sessions_ending ON test_money_sessions (expires_at) WHERE status = 'open';
SELECT chatelier_wall('test_money_sessions');

CREATE TABLE test_money_subscriptions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  session_id text NOT NULL UNIQUE REFERENCES test_money_sessions ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('trialing', 'active', 'past_due', 'canceled')),
  card text NOT NULL,
  -- Periods are counted from here, so that the 31st stays the 31st.
  anchor_at timestamptz NOT NULL,
  periods integer NOT NULL,
  -- End of what is paid, or of the trial.
  period_end timestamptz NOT NULL,
  -- When the card is charged next; NULL is never again.
  due_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  is_ending boolean NOT NULL DEFAULT false,
  canceled_at timestamptz
);
CREATE INDEX test_money_subscriptions_of_account ON test_money_subscriptions (account_id);
CREATE INDEX test_money_subscriptions_due ON test_money_subscriptions (due_at) WHERE due_at IS NOT NULL;
SELECT chatelier_wall('test_money_subscriptions');

-- Payments, and renewals that failed. Amounts in the currency's smallest unit.
CREATE TABLE test_money_payments (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  session_id text NOT NULL REFERENCES test_money_sessions ON DELETE CASCADE,
  amount integer NOT NULL,
  refunded integer NOT NULL DEFAULT 0,
  card text NOT NULL,
  status text NOT NULL CHECK (status IN ('paid', 'failed')),
  dispute text NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost')),
  created_at timestamptz NOT NULL,
  CHECK (refunded BETWEEN 0 AND amount)
);
CREATE INDEX test_money_payments_of_session ON test_money_payments (session_id, created_at);
CREATE INDEX test_money_payments_of_account ON test_money_payments (account_id);
SELECT chatelier_wall('test_money_payments');

-- Calls that were made, by the caller's own key: the same call again is the same call. digest tells another call with the same key.
CREATE TABLE test_money_calls (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL,
  digest text NOT NULL,
  reference text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
);
SELECT chatelier_wall('test_money_calls');

-- What the bank tells the product, until it was heard.
CREATE TABLE test_money_events (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  queued_at timestamptz NOT NULL,
  delivered_at timestamptz
);
CREATE INDEX test_money_events_of_account ON test_money_events (account_id, created_at);
CREATE INDEX test_money_events_waiting ON test_money_events (queued_at) WHERE delivered_at IS NULL;
SELECT chatelier_wall('test_money_events');

-- Doors through which a customer comes to his own subscription for a short while.
CREATE TABLE test_money_portals (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  customer_id text NOT NULL,
  return_url text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX test_money_portals_of_account ON test_money_portals (account_id);
CREATE INDEX test_money_portals_expiry ON test_money_portals (expires_at);
SELECT chatelier_wall('test_money_portals');
