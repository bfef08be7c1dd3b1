-- The picture of a person, re-encoded to a small square. It belongs to the person and to no account.
CREATE TABLE user_images (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Where it is shown. It stays when the picture is replaced, so that what named it once shows the new one.
  key text NOT NULL UNIQUE,
  type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL
);
