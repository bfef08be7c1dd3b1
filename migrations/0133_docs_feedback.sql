-- What readers said about pages of the documentation. It belongs to the server, not to an account, and names nobody.
CREATE TABLE docs_feedback (
  id text PRIMARY KEY,
  slug text NOT NULL,
  is_helpful boolean NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX docs_feedback_of_page ON docs_feedback (slug, created_at);
