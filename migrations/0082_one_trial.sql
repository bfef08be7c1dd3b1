-- A trial is given once to a person and agent. The mailbox that the buyer's address leads to, and the vendor's own mark of the card.
ALTER TABLE purchases ADD COLUMN mailbox text NOT NULL DEFAULT '', ADD COLUMN card_mark text NOT NULL DEFAULT '';
UPDATE purchases SET mailbox = CASE
    WHEN split_part(lower(email), '@', 2) IN ('gmail.com', 'googlemail.com')
      THEN replace(regexp_replace(split_part(lower(email), '@', 1), '(.)\+.*$', '\1'), '.', '')
    ELSE regexp_replace(split_part(lower(email), '@', 1), '(.)\+.*$', '\1')
  END || '@' || split_part(lower(email), '@', 2)
  WHERE kind = 'subscription' AND (terms->>'trialDays')::int > 0 AND email LIKE '%@%';
CREATE INDEX purchases_trials ON purchases (agent_id, is_test)
  WHERE kind = 'subscription' AND status = 'paid' AND (terms->>'trialDays')::int > 0;
