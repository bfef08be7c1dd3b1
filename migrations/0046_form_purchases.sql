-- What is paid in a form is a purchase like any other: one list, one way to give it back, one way to ask about it. It opens nothing, so it belongs to no visitor's wallet.
ALTER TABLE purchases
  ALTER COLUMN wallet_id DROP NOT NULL,
  ALTER COLUMN visitor_id DROP NOT NULL,
  -- Without a foreign key: money stays on record when its form is deleted.
  ADD COLUMN form_id text,
  ADD COLUMN submission_id text,
  ADD COLUMN form_name text NOT NULL DEFAULT '',
  DROP CONSTRAINT purchases_kind_check,
  ADD CONSTRAINT purchases_kind_check CHECK (kind IN ('subscription', 'pack', 'once', 'form')),
  ADD CONSTRAINT purchases_of_what CHECK (CASE WHEN kind = 'form' THEN form_id IS NOT NULL AND submission_id IS NOT NULL ELSE wallet_id IS NOT NULL AND visitor_id IS NOT NULL END);
CREATE INDEX purchases_of_submission ON purchases (submission_id) WHERE submission_id IS NOT NULL;

INSERT INTO purchases (id, account_id, agent_id, agent_name, contact_id, email, vendor, is_test, kind, terms, currency, base, tax, total, status, paid_amount, refunded_amount, checkout_ref, checkout_url, payment_ref, client_key, language, created_at, expires_at, paid_at, sync_due_at, form_id, submission_id, form_name)
  SELECT p.id, p.account_id, s.agent_id, '', s.contact_id, lower(p.email), p.vendor, p.is_test, 'form',
    jsonb_build_object('interval', NULL, 'trialDays', 0, 'messages', NULL, 'days', 0, 'graceDays', 0, 'fairUsePerDay', 0, 'taxThousandths', 0, 'taxBehaviour', 'inclusive', 'title', p.title, 'description', ''),
    p.currency, p.amount, 0, p.amount, p.status, CASE WHEN p.status = 'paid' THEN p.amount ELSE 0 END, p.refunded, p.checkout_ref, p.checkout_url, p.payment_ref, p.id, p.language, p.created_at, p.expires_at, p.paid_at,
    -- What was paid may have been given back meanwhile: it is asked about again.
    CASE WHEN p.status = 'paid' THEN now() ELSE p.sync_due_at END, p.form_id, p.submission_id, coalesce(f.name, '')
  FROM form_payments p LEFT JOIN forms f ON f.id = p.form_id LEFT JOIN form_submissions s ON s.id = p.submission_id;
DROP TABLE form_payments;
