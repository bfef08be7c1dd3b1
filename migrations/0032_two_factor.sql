-- The second factor of a person: the secret that his authenticator holds too, sealed. A code counts once: last_step is the half minute of the last one that was taken.
CREATE TABLE two_factors (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- Empty until the first code was typed; until then nothing asks for it.
  confirmed_at timestamptz
);

-- Ways in for whoever lost the authenticator, each once. id is the SHA-256 of person and code.
CREATE TABLE recovery_codes (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES two_factors ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_id);
