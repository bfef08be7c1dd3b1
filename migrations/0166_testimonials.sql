-- What customers of this server say, for its start page. Belongs to the server, not to an account.
CREATE TABLE testimonials (
  id text PRIMARY KEY,
  -- Where it stands, from the first on; nothing says that no number is left out.
  place integer NOT NULL,
  quote text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  -- Shown to those who read this language; without it, to everybody.
  language text CHECK (language IN ('en', 'nl', 'es', 'pt', 'fr', 'cs')),
  is_shown boolean NOT NULL,
  created_at timestamptz NOT NULL
);
