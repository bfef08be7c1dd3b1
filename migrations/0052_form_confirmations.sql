-- Double opt-in: a form may ask whoever sent it to confirm by mail. Until then it is nobody's submission: no contact, no news of it, no place taken.
ALTER TABLE form_submissions
  DROP CONSTRAINT form_submissions_state_check,
  ADD CONSTRAINT form_submissions_state_check CHECK (state IN ('partial', 'unpaid', 'unconfirmed', 'complete')),
  ADD COLUMN confirmed_at timestamptz,
  -- How often the mail was written, and when last.
  ADD COLUMN confirm_mails integer NOT NULL DEFAULT 0,
  ADD COLUMN confirm_mailed_at timestamptz;
UPDATE forms SET draft = jsonb_set(draft, '{settings,confirm}', 'false'), published = CASE WHEN published IS NULL THEN NULL ELSE jsonb_set(published, '{settings,confirm}', 'false') END;
