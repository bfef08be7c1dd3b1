-- What was paid stays in the books when its form is deleted.
ALTER TABLE form_payments DROP CONSTRAINT form_payments_form_id_fkey;
