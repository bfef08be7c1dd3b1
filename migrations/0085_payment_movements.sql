-- The one list of money: each payment, renewal, refund, dispute and fee of a purchase is one dated row, which nobody changes afterwards.
-- Everything that is said of money is a sum over these rows. Amounts in the currency's smallest unit; what leaves the seller is below zero.
CREATE TABLE payment_movements (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id text NOT NULL REFERENCES purchases ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('payment', 'renewal', 'refund', 'dispute_opened', 'dispute_won', 'dispute_lost', 'fee', 'correction')),
  -- The vendor's name of what happened, and of the payment that it happened to.
  reference text NOT NULL,
  payment_ref text NOT NULL,
  -- When it happened, by the vendor.
  at timestamptz NOT NULL,
  currency text NOT NULL,
  gross bigint NOT NULL,
  -- The part of gross that is tax.
  tax bigint NOT NULL,
  -- What the vendor kept for it; NULL is unknown and counts as none.
  fee bigint,
  net bigint NOT NULL GENERATED ALWAYS AS (gross - tax - coalesce(fee, 0)) STORED,
  -- The vendor did not say all of it: when it was, or what it was made of.
  is_estimated boolean NOT NULL DEFAULT false,
  -- When it became known here.
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX payment_movements_once ON payment_movements (purchase_id, reference, kind);
CREATE UNIQUE INDEX payment_movements_paid_once ON payment_movements (purchase_id, reference) WHERE kind IN ('payment', 'renewal');
CREATE INDEX payment_movements_of_account ON payment_movements (account_id, at DESC, id DESC);
SELECT chatelier_wall('payment_movements');

CREATE FUNCTION payment_movements_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the list of money movements is only ever added to';
END
$$;
CREATE TRIGGER payment_movements_stay BEFORE UPDATE ON payment_movements FOR EACH ROW EXECUTE FUNCTION payment_movements_stay();
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_app') THEN
    REVOKE UPDATE, DELETE ON payment_movements FROM chatelier_app;
  END IF;
END
$$;

-- Whether this payment is disputed: the others of its purchase are not touched by it.
ALTER TABLE payments ADD COLUMN dispute text NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost'));

-- What was known before the list was kept. The vendor's fees are not known, and of disputes neither the payment nor the day:
-- they are put on the last payment and on the day on which access was closed for them, and the vendor is asked again.
UPDATE payments y SET dispute = p.dispute FROM purchases p
  WHERE p.id = y.purchase_id AND p.dispute <> 'none' AND y.amount > 0
    AND y.reference = (SELECT z.reference FROM payments z WHERE z.purchase_id = p.id ORDER BY z.paid_at DESC, z.reference DESC LIMIT 1);

WITH asked AS (
  -- What members gave back through us: its parts by payment, with the day.
  SELECT r.purchase_id, part->>'reference' AS payment_ref, r.key, (part->>'amount')::bigint AS amount, r.created_at AS at
  FROM payment_refunds r CROSS JOIN LATERAL jsonb_array_elements(r.parts) part WHERE r.state = 'done'
), paid AS (
  SELECT y.*, p.currency, p.dispute AS purchase_dispute, coalesce(p.synced_at, y.paid_at) AS seen_at, p.tax AS price_tax, greatest(1, p.total) AS price_total,
    row_number() OVER (PARTITION BY y.purchase_id ORDER BY y.paid_at, y.reference) AS place
  FROM payments y JOIN purchases p ON p.id = y.purchase_id WHERE y.amount > 0
), told AS (
  SELECT y.purchase_id, y.reference AS payment_ref, a.key, a.at, a.amount,
    sum(a.amount) OVER (PARTITION BY y.purchase_id, y.reference ORDER BY a.at, a.key) AS so_far, y.refunded
  FROM paid y JOIN asked a ON a.purchase_id = y.purchase_id AND a.payment_ref = y.reference
), given AS (
  -- Never more than was given back in all.
  SELECT purchase_id, payment_ref, 'known:' || payment_ref || ':' || key AS reference, at, least(amount, refunded - (so_far - amount)) AS amount FROM told WHERE so_far - amount < refunded
), back AS (
  SELECT * FROM given
  UNION ALL
  -- The rest was given back at the vendor itself.
  SELECT y.purchase_id, y.reference, 'known:' || y.reference, y.seen_at, y.refunded - coalesce((SELECT sum(g.amount) FROM given g WHERE g.purchase_id = y.purchase_id AND g.payment_ref = y.reference), 0)
  FROM paid y WHERE y.refunded > coalesce((SELECT sum(g.amount) FROM given g WHERE g.purchase_id = y.purchase_id AND g.payment_ref = y.reference), 0)
), disputed AS (
  SELECT y.purchase_id, y.reference AS payment_ref, y.amount - y.refunded AS amount, y.dispute,
    coalesce((SELECT min(e.created_at) FROM paywall_entries e JOIN paywall_lots l ON l.id = e.lot_id WHERE l.purchase_id = y.purchase_id AND e.reason = 'disputed'), y.seen_at) AS at, y.seen_at
  FROM paid y WHERE y.dispute <> 'none'
), steps AS (
  SELECT y.purchase_id, CASE WHEN y.place = 1 THEN 'payment' ELSE 'renewal' END AS kind, y.reference, y.reference AS payment_ref, y.paid_at AS at, y.amount::bigint AS gross, 0 AS step FROM paid y
  UNION ALL
  SELECT purchase_id, 'refund', reference, payment_ref, at, -amount, 1 FROM back WHERE amount > 0
  UNION ALL
  SELECT purchase_id, 'dispute_opened', 'known:' || payment_ref, payment_ref, at, -amount, 2 FROM disputed
  UNION ALL
  SELECT purchase_id, 'dispute_' || dispute, 'known:' || payment_ref, payment_ref, greatest(at, seen_at), CASE WHEN dispute = 'won' THEN amount ELSE 0 END, 3 FROM disputed WHERE dispute IN ('won', 'lost')
), counted AS (
  -- The tax of each step is what it changes in the tax of what is left.
  SELECT s.*, y.account_id, y.currency, y.price_tax, y.price_total,
    sum(s.gross) OVER (PARTITION BY s.purchase_id, s.payment_ref ORDER BY s.step, s.at, s.reference ROWS UNBOUNDED PRECEDING) AS left_gross
  FROM steps s JOIN paid y ON y.purchase_id = s.purchase_id AND y.reference = s.payment_ref
)
INSERT INTO payment_movements (id, account_id, purchase_id, kind, reference, payment_ref, at, currency, gross, tax, fee, is_estimated, created_at)
  SELECT 'mov_' || substr(md5(purchase_id || kind || reference), 1, 30), account_id, purchase_id, kind, reference, payment_ref, at, currency, gross,
    round(left_gross * price_tax / price_total) - round((left_gross - gross) * price_tax / price_total), NULL, step > 0, now()
  FROM counted;

UPDATE purchases SET sync_due_at = now() WHERE dispute <> 'none' AND status = 'paid';
