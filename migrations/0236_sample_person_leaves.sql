-- Who deletes their account leaves with their sample data: whatever ends it then takes the person along.
ALTER TABLE sample_accounts ADD COLUMN person_leaves boolean NOT NULL DEFAULT false;
