-- The word that the code has for it, and every engineer. Rules of the wall and indexes stay with the tables.
ALTER TABLE mail_wishes RENAME TO mail_preferences;
ALTER TABLE payment_notice_wishes RENAME TO payment_notice_preferences;
