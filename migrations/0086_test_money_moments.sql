-- The simulated bank says of each refund and dispute when it was, as real ones do.
CREATE TABLE test_money_refunds (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  payment_id text NOT NULL REFERENCES test_money_payments ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX test_money_refunds_of_payment ON test_money_refunds (payment_id);
CREATE INDEX test_money_refunds_of_account ON test_money_refunds (account_id);
SELECT chatelier_wall('test_money_refunds');

ALTER TABLE test_money_payments
  -- What the customer's bank took: all that was not given back by then.
  ADD COLUMN dispute_amount integer NOT NULL DEFAULT 0,
  ADD COLUMN dispute_opened_at timestamptz,
  ADD COLUMN dispute_closed_at timestamptz;

-- The days of what was before are not known any more.
INSERT INTO test_money_refunds (id, account_id, payment_id, amount, created_at)
  SELECT 'tmr_' || substr(md5(id), 1, 30), account_id, id, refunded, now() FROM test_money_payments WHERE refunded > 0;
UPDATE test_money_payments SET dispute_amount = amount - refunded, dispute_opened_at = created_at, dispute_closed_at = CASE WHEN dispute = 'open' THEN NULL ELSE created_at END WHERE dispute <> 'none';
