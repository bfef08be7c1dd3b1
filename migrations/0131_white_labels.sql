-- What an account calls itself and how it looks, in place of the product's own brand.
CREATE TABLE white_labels (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  brand_name text NOT NULL,
  primary_color text NOT NULL,
  secondary_color text NOT NULL,
  support_email text,
  privacy_email text,
  terms_email text,
  -- Markdown of the account's own legal pages; empty: the product's text under the account's name.
  terms_text text NOT NULL DEFAULT '',
  privacy_text text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL
);
SELECT chatelier_wall('white_labels');

-- Pictures of the brand, drawn anew: whoever has the key may see them.
CREATE TABLE white_label_images (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('logo', 'icon')),
  key text NOT NULL UNIQUE,
  type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind)
);
SELECT chatelier_wall('white_label_images');
