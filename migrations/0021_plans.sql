-- What a test subscription costs since its price was changed ({label, title, currency, amount, interval}), and what was paid too much for earlier prices.
ALTER TABLE test_money_subscriptions ADD COLUMN price jsonb;
ALTER TABLE test_money_subscriptions ADD COLUMN credit integer NOT NULL DEFAULT 0 CHECK (credit >= 0);

-- What an account pays for, since when a payment is missing, and until when it is served: the end of what is paid and its grace, or when it ended.
ALTER TABLE accounts ADD COLUMN plan text CHECK (plan IN ('pro', 'white_label'));
ALTER TABLE accounts ADD COLUMN incomplete_since timestamptz;
ALTER TABLE accounts ADD COLUMN active_until timestamptz;

-- What accounts subscribed to at the platform, one row for each checkout. Amounts in US cents.
CREATE TABLE plan_subscriptions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  vendor text NOT NULL CHECK (vendor IN ('stripe', 'test-money')),
  is_test boolean NOT NULL,
  -- What was promised when it was bought.
  ordered_plan text NOT NULL CHECK (ordered_plan IN ('pro', 'white_label')),
  ordered_interval text NOT NULL CHECK (ordered_interval IN ('month', 'year')),
  ordered_amount integer NOT NULL,
  -- What it is now, after changes.
  plan text NOT NULL CHECK (plan IN ('pro', 'white_label')),
  interval text NOT NULL CHECK (interval IN ('month', 'year')),
  amount integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired')),
  -- Sums over all payments.
  paid_amount bigint NOT NULL DEFAULT 0,
  refunded_amount bigint NOT NULL DEFAULT 0,
  subscription_status text CHECK (subscription_status IN ('trialing', 'active', 'past_due', 'canceled', 'incomplete')),
  period_end timestamptz,
  is_ending boolean NOT NULL DEFAULT false,
  canceled_at timestamptz,
  past_due_since timestamptz,
  -- The last payment was given back or lost in a dispute: it opens nothing any more.
  is_revoked boolean NOT NULL DEFAULT false,
  -- The account had paid for another one already: it is ended and its money given back.
  is_surplus boolean NOT NULL DEFAULT false,
  card jsonb,
  checkout_ref text,
  checkout_url text NOT NULL DEFAULT '',
  payment_ref text,
  customer_ref text,
  subscription_ref text,
  -- Sent by the browser, so that a repeated click is the same checkout, and the same change.
  client_key text NOT NULL,
  change_key text NOT NULL DEFAULT '',
  email text NOT NULL,
  language text NOT NULL,
  bought_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- 'mismatch' when the vendor told of something else than was asked for, 'unreachable' while it does not answer.
  problem text NOT NULL DEFAULT '' CHECK (problem IN ('', 'mismatch', 'unreachable')),
  synced_at timestamptz,
  sync_due_at timestamptz,
  sync_failures integer NOT NULL DEFAULT 0,
  -- Every asking draws a number before it asks. What was asked earlier never overwrites what was asked later.
  asked_count integer NOT NULL DEFAULT 0,
  applied_count integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX plan_subscriptions_client_key ON plan_subscriptions (account_id, client_key);
-- One page to pay on at a time.
CREATE UNIQUE INDEX plan_subscriptions_open ON plan_subscriptions (account_id) WHERE status = 'open';
CREATE INDEX plan_subscriptions_of_account ON plan_subscriptions (account_id, created_at DESC);
CREATE INDEX plan_subscriptions_checkout ON plan_subscriptions (checkout_ref) WHERE checkout_ref IS NOT NULL;
CREATE INDEX plan_subscriptions_subscription ON plan_subscriptions (subscription_ref) WHERE subscription_ref IS NOT NULL;
CREATE INDEX plan_subscriptions_payment ON plan_subscriptions (payment_ref) WHERE payment_ref IS NOT NULL;
CREATE INDEX plan_subscriptions_due ON plan_subscriptions (sync_due_at) WHERE sync_due_at IS NOT NULL;
SELECT chatelier_wall('plan_subscriptions');

-- What accounts paid for their plans.
CREATE TABLE plan_payments (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  subscription_id text NOT NULL REFERENCES plan_subscriptions ON DELETE CASCADE,
  reference text NOT NULL,
  amount integer NOT NULL,
  refunded integer NOT NULL DEFAULT 0,
  paid_at timestamptz NOT NULL,
  url text,
  -- As it was when the payment became known.
  plan text NOT NULL CHECK (plan IN ('pro', 'white_label')),
  interval text NOT NULL CHECK (interval IN ('month', 'year')),
  PRIMARY KEY (subscription_id, reference)
);
CREATE INDEX plan_payments_of_account ON plan_payments (account_id, paid_at DESC);
SELECT chatelier_wall('plan_payments');

-- Events of the platform's own payment provider, by its ids: the same one again does nothing.
CREATE TABLE plan_events (
  vendor text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  subscription_id text,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (vendor, event_id)
);
