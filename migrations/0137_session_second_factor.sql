-- When a code of the second factor was passed in a session; whoever is superadmin signs in again where theirs is from before.
ALTER TABLE sessions ADD COLUMN second_factor_at timestamptz;
