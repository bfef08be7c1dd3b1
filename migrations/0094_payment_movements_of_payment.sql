-- What belongs to one payment (its refunds, the fee that was told later) is found without reading all that
-- was ever moved for the purchase.
CREATE INDEX payment_movements_of_payment ON payment_movements (purchase_id, payment_ref, kind);
