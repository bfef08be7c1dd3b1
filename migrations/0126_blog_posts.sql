-- Posts of the blog that superadmins write. They belong to the server, not to an account.
CREATE TABLE blog_posts (
  id text PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  description text NOT NULL,
  category text NOT NULL CHECK (category IN ('monetization', 'chat-widgets', 'case-studies')),
  tags text[] NOT NULL,
  author text NOT NULL,
  language text NOT NULL,
  body text NOT NULL,
  is_published boolean NOT NULL,
  published_at timestamptz,
  revision integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
