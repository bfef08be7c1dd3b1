-- What a superadmin does about an account: keeps it out, or gives it a plan that nobody pays for.
ALTER TABLE accounts
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_reason text NOT NULL DEFAULT '',
  ADD COLUMN given_plan text CHECK (given_plan IN ('pro', 'white_label')),
  ADD COLUMN given_until timestamptz;
-- A session in which a superadmin works as somebody else. It ends with the superadmin's own one.
ALTER TABLE sessions
  ADD COLUMN impersonated_by text REFERENCES users ON DELETE CASCADE,
  ADD COLUMN impersonated_from text REFERENCES sessions ON DELETE CASCADE,
  ADD COLUMN impersonation_reason text NOT NULL DEFAULT '';
CREATE INDEX sessions_impersonated_from ON sessions (impersonated_from) WHERE impersonated_from IS NOT NULL;
