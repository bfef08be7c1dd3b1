-- Who an account is on paper: the seller on its invoices, and the buyer on those of its own plan. No row: nothing was entered yet.
CREATE TABLE seller_details (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  address text NOT NULL,
  -- Two letters of ISO 3166, or empty.
  country text NOT NULL,
  tax_number text NOT NULL,
  updated_at timestamptz NOT NULL
);
SELECT chatelier_wall('seller_details');

-- The last number that was given out. It moves in the transaction that writes the invoice, so that no number is ever missing.
CREATE TABLE invoice_counters (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  is_test boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  last_number integer NOT NULL,
  PRIMARY KEY (account_id, is_test, kind)
);
SELECT chatelier_wall('invoice_counters');

-- Invoices and credit notes of a seller. subject_id is what was paid for: a purchase, or an account's plan. Amounts in the currency's smallest unit.
CREATE TABLE invoices (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Whose money it is, for members who reach some agents only.
  agent_id text,
  is_test boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  number integer NOT NULL,
  subject_id text NOT NULL,
  -- The payment at the vendor.
  reference text NOT NULL,
  -- What a credit note corrects.
  invoice_id text REFERENCES invoices,
  currency text NOT NULL,
  -- Tax included. A credit note's are above zero, too.
  total bigint NOT NULL CHECK (total > 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  -- Everything that is printed but the buyer: seller, lines, rates, words, as they were on that day.
  content jsonb NOT NULL,
  -- The buyer's name and address: all of it that may go, when the person is erased.
  buyer text NOT NULL,
  issued_at timestamptz NOT NULL,
  CHECK ((kind = 'credit_note') = (invoice_id IS NOT NULL))
);
CREATE UNIQUE INDEX invoices_number ON invoices (account_id, is_test, kind, number);
CREATE UNIQUE INDEX invoices_one_for_payment ON invoices (account_id, subject_id, reference) WHERE kind = 'invoice';
CREATE INDEX invoices_of_subject ON invoices (subject_id);
SELECT chatelier_wall('invoices');

-- What was issued stays as it was issued, whoever asks.
CREATE FUNCTION chatelier_keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - 'buyer' <> to_jsonb(NEW) - 'buyer' THEN
    RAISE EXCEPTION 'the invoice % was issued and can not be changed', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER invoices_stay BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION chatelier_keep_invoice();
