-- A code is good for the address that it went to: an order that is another's by now is not shown. Older codes are over.
DELETE FROM store_order_codes;
ALTER TABLE store_order_codes ADD COLUMN email_hash text NOT NULL;
CREATE INDEX store_order_codes_created ON store_order_codes (created_at);
