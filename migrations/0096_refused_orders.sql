-- What a rule asks for is not given up because a key may not do it now: ending and giving back are written
-- down apart, with what was refused and when it is tried again.
ALTER TABLE payment_refunds
  -- The subscription was ended.
  ADD COLUMN ended_at timestamptz,
  -- What is paid from then on goes back; how much that is, is known once nothing more is charged.
  ADD COLUMN unused_from timestamptz,
  ADD COLUMN failure text NOT NULL DEFAULT '' CHECK (failure IN ('', 'unauthorized', 'scope_missing', 'refused')),
  ADD COLUMN tries integer NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz;
UPDATE payment_refunds SET due_at = created_at;
ALTER TABLE payment_refunds ALTER COLUMN due_at SET NOT NULL;
DROP INDEX payment_refunds_asked;
CREATE INDEX payment_refunds_due ON payment_refunds (due_at) WHERE state = 'asked';
-- Endings that were given up while the subscription goes on are tried again.
UPDATE payment_refunds r SET state = 'asked' FROM purchases p
  WHERE p.id = r.purchase_id AND r.asked_by = '' AND r.ends AND r.state = 'refused'
    AND p.subscription_status IN ('trialing', 'active', 'past_due');

-- Until when a subscription is paid by the provider; null where it did not say. Its period may have begun already.
ALTER TABLE purchases ADD COLUMN paid_until timestamptz;
