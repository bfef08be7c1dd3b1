-- Whose messages an account takes no more.
ALTER TABLE contacts ADD COLUMN is_blocked boolean NOT NULL DEFAULT false;
