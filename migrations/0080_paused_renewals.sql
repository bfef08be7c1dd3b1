-- Renewals are not collected while what was bought can't be used.
ALTER TABLE test_money_subscriptions ADD COLUMN is_paused boolean NOT NULL DEFAULT false;

ALTER TABLE purchases
  -- What the vendor says: nothing is collected for it now.
  ADD COLUMN is_paused boolean NOT NULL DEFAULT false,
  -- What is to become of a subscription whose service stops: ended at once with the unused part given back, ended with
  -- its period, or not collected until the service is back. Empty while it is served.
  ADD COLUMN closing text NOT NULL DEFAULT '' CHECK (closing IN ('', 'refund', 'period', 'pause')),
  -- From when nothing may be charged, and from when its buyer can't use it. They differ where buyers are served longer.
  ADD COLUMN stopped_at timestamptz,
  ADD COLUMN unserved_at timestamptz,
  -- When it is to be looked at again whether it is served.
  ADD COLUMN care_due_at timestamptz;
CREATE INDEX purchases_cared_for ON purchases (care_due_at) WHERE subscription_status IN ('trialing', 'active', 'past_due');

-- Whether those who paid are answered by a paused agent until what they paid for is over.
ALTER TABLE agents ADD COLUMN serves_paid boolean NOT NULL DEFAULT false;

-- A refund may also end the subscription at once, before any money is given back. An end alone gives nothing back.
ALTER TABLE payment_refunds ADD COLUMN ends boolean NOT NULL DEFAULT false;
ALTER TABLE payment_refunds DROP CONSTRAINT payment_refunds_amount_check;
ALTER TABLE payment_refunds ADD CONSTRAINT payment_refunds_amount_check CHECK (amount > 0 OR (amount = 0 AND ends));
