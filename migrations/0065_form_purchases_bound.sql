-- What was paid in a form belongs to the answers that it was asked for, and to no others.
ALTER TABLE purchases
  -- A mark of those answers; empty for what is not paid in a form, and for what was begun before there were marks.
  ADD COLUMN bound_to text NOT NULL DEFAULT '',
  -- done: a submission was completed by it · unmatched: it was paid, and there is no submission that it fits.
  ADD COLUMN fulfilment text NOT NULL DEFAULT '' CHECK (fulfilment IN ('', 'done', 'unmatched'));
UPDATE purchases SET fulfilment = 'done' WHERE kind = 'form' AND status = 'paid' AND submission_id IN (SELECT id FROM form_submissions WHERE state = 'complete');
CREATE INDEX purchases_unfulfilled ON purchases (id) WHERE kind = 'form' AND status = 'paid' AND fulfilment = '';
