-- Shops that an account is connected to. The key is a public one; it is sealed like any other.
CREATE TABLE stores (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('feed', 'shopify', 'woocommerce', 'vendure')),
  name text NOT NULL,
  url text NOT NULL,
  sealed_token text,
  last_four text,
  failure text,
  -- What was found the last time it was looked at: names of products, and of a feed how many it holds.
  sample jsonb NOT NULL DEFAULT '[]',
  product_count integer,
  skipped_count integer,
  checked_at timestamptz,
  -- When a feed is read again; null for shops that are asked themselves.
  read_again_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX stores_of_account ON stores (account_id, created_at);
CREATE INDEX stores_due ON stores (read_again_at) WHERE read_again_at IS NOT NULL;
SELECT chatelier_wall('stores');

-- Products of feeds, as they were read the last time.
CREATE TABLE store_products (
  store_id text NOT NULL REFERENCES stores ON DELETE CASCADE,
  id text NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- The words by which it is found, as the search has them.
  words text[] NOT NULL,
  product jsonb NOT NULL,
  -- Of the reading that brought it; what a later one does not bring is gone.
  reading text NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX store_products_words ON store_products USING gin (words);
CREATE INDEX store_products_of_account ON store_products (account_id);
SELECT chatelier_wall('store_products');

-- What a visitor chose in a conversation, and what they were shown last. No foreign key to stores: the built-in one has no row.
CREATE TABLE store_carts (
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  store_id text NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- How the shop knows the cart.
  handle text,
  seen jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, store_id)
);
CREATE INDEX store_carts_of_account ON store_carts (account_id);
SELECT chatelier_wall('store_carts');

-- Codes that were mailed to the address of an order; proven ones let the conversation see it for an hour.
CREATE TABLE store_order_codes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
  store_id text NOT NULL,
  number text NOT NULL,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  proven_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX store_order_codes_open ON store_order_codes (conversation_id, store_id, number, created_at DESC);
CREATE INDEX store_order_codes_of_account ON store_order_codes (account_id);
SELECT chatelier_wall('store_order_codes');
