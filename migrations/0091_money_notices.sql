-- What each renewal costs by the provider, in the smallest unit; null until it was asked. A change of it is told to the buyer.
ALTER TABLE purchases ADD COLUMN renewal_amount bigint;

-- What people were written to about a purchase: each notice once.
CREATE TABLE payment_notices (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id text NOT NULL REFERENCES purchases ON DELETE CASCADE,
  notice text NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (purchase_id, notice)
);
CREATE INDEX payment_notices_of_account ON payment_notices (account_id);
SELECT chatelier_wall('payment_notices');

-- Which mails about money a member wants. No row: an owner all, others none.
CREATE TABLE payment_notice_wishes (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  sales boolean NOT NULL,
  failures boolean NOT NULL,
  refunds boolean NOT NULL,
  disputes boolean NOT NULL,
  PRIMARY KEY (account_id, user_id)
);
SELECT chatelier_wall('payment_notice_wishes');
