-- Where a template stands among those that owners choose from, and whether they see it. A template of the product
-- without a row stands where its file says. Belongs to the server, not to an account.
CREATE TABLE template_places (
  slug text PRIMARY KEY,
  place integer NOT NULL,
  is_shown boolean NOT NULL
);

-- Templates that superadmins made of an agent: an agent's export, as it was then, with the words that it is found by.
CREATE TABLE own_templates (
  slug text PRIMARY KEY CHECK (slug LIKE 'tpl\_%'),
  category text NOT NULL CHECK (category IN ('support', 'sales', 'bookings', 'paid', 'learning', 'team')),
  title text NOT NULL,
  tagline text NOT NULL,
  description text NOT NULL,
  -- Offered to those who read this language; without it, to everybody.
  language text CHECK (language IN ('en', 'nl', 'es', 'pt', 'fr', 'cs')),
  picture text REFERENCES server_pictures,
  -- What a list shows of the agent without reading the whole of it.
  agent_name text NOT NULL,
  color text NOT NULL,
  price jsonb NOT NULL,
  file jsonb NOT NULL,
  -- Counts the agents that it was made of: a preview of an older one is made anew.
  revision integer NOT NULL,
  created_at timestamptz NOT NULL
);
