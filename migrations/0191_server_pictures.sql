-- Pictures that superadmins give to what the server itself shows: who is quoted on its start page, templates of their
-- own. They belong to the server, not to an account, and are everybody's.
CREATE TABLE server_pictures (
  -- The end of its address; says nothing of what is on it.
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{32}$'),
  type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL
);

ALTER TABLE testimonials ADD COLUMN picture text REFERENCES server_pictures;
