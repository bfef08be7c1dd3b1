-- Whoever proved that an address is his joins, with this device's visitor, the wallet of what was bought before. All others have a wallet of their own name.
CREATE TABLE paywall_holders (
  visitor_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  wallet_id text NOT NULL,
  joined_at timestamptz NOT NULL
);
CREATE INDEX paywall_holders_of_wallet ON paywall_holders (wallet_id);
CREATE INDEX paywall_holders_of_account ON paywall_holders (account_id);
SELECT chatelier_wall('paywall_holders');

-- What a wallet holds of one grant. granted NULL is unlimited. used counts what was delivered and what is held for answers that are being written.
CREATE TABLE paywall_lots (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  wallet_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('free', 'pack', 'once', 'subscription', 'goodwill')),
  is_test boolean NOT NULL,
  purchase_id text,
  -- What there is a right to: of a pack without what was refunded.
  granted integer CHECK (granted >= 0),
  used integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0 AND used >= held),
  expires_at timestamptz,
  -- The subscription ends at expires_at and is not renewed.
  is_ending boolean NOT NULL DEFAULT false,
  -- A dispute stops it until it is decided; a refund of everything ends it; the clock ends it.
  frozen_at timestamptz,
  revoked_at timestamptz,
  expired_at timestamptz,
  -- Of free messages that begin anew: the day or month that they are for.
  period text NOT NULL DEFAULT '',
  -- Fair use of what is unlimited: messages of that day (UTC).
  day date,
  day_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- Always the sum of the amounts of the lot's entries.
  remaining integer GENERATED ALWAYS AS (CASE WHEN granted IS NULL THEN NULL WHEN revoked_at IS NOT NULL OR expired_at IS NOT NULL THEN 0 ELSE greatest(0, granted - used) END) STORED
);
CREATE UNIQUE INDEX paywall_lots_free ON paywall_lots (wallet_id) WHERE kind = 'free';
CREATE UNIQUE INDEX paywall_lots_of_purchase ON paywall_lots (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX paywall_lots_of_wallet ON paywall_lots (wallet_id, created_at);
CREATE INDEX paywall_lots_of_agent ON paywall_lots (agent_id, created_at);
CREATE INDEX paywall_lots_of_account ON paywall_lots (account_id);
CREATE INDEX paywall_lots_ending ON paywall_lots (expires_at) WHERE expires_at IS NOT NULL AND expired_at IS NULL;
SELECT chatelier_wall('paywall_lots');

-- The ledger: only ever added to. The amounts of a lot's entries sum up to what remains of it.
CREATE TABLE paywall_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  lot_id text NOT NULL REFERENCES paywall_lots ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('grant', 'reserve', 'commit', 'release', 'refund', 'revoke', 'expire', 'adjust')),
  amount integer NOT NULL,
  -- The answer that it is about.
  message_id text,
  reason text NOT NULL,
  -- The member who did it by hand, and what he wrote.
  actor_id text,
  note text NOT NULL DEFAULT '',
  key text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX paywall_entries_key ON paywall_entries (lot_id, key);
CREATE INDEX paywall_entries_of_message ON paywall_entries (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX paywall_entries_of_account ON paywall_entries (account_id, created_at DESC);
SELECT chatelier_wall('paywall_entries');

CREATE FUNCTION paywall_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only ever added to';
END
$$;
CREATE TRIGGER paywall_entries_stay BEFORE UPDATE ON paywall_entries FOR EACH ROW EXECUTE FUNCTION paywall_entries_stay();
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'chatelier_app') THEN
    REVOKE UPDATE, DELETE ON paywall_entries FROM chatelier_app;
  END IF;
END
$$;

CREATE FUNCTION paywall_wallet(visitor text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT wallet_id FROM paywall_holders WHERE visitor_id = visitor), visitor)
$$;

-- Everything that a wallet holds with one agent, for a balance.
CREATE FUNCTION paywall_holdings(wallet text, agent text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'kind', kind, 'isTest', is_test, 'granted', granted, 'used', used, 'held', held, 'remaining', remaining, 'period', period, 'isEnding', is_ending,
    'expiresAt', expires_at, 'isExpired', expired_at IS NOT NULL, 'isFrozen', frozen_at IS NOT NULL, 'isRevoked', revoked_at IS NOT NULL) ORDER BY created_at, id), '[]')
  FROM paywall_lots WHERE wallet_id = wallet AND agent_id = agent
$$;

-- Takes one message for an answer before it is written, and gives the kind of lot that it was taken from: an unlimited access, else the free ones,
-- else what the owner gave, else the oldest pack. Raises PW402 when there is nothing, PW429 when unlimited access was used beyond what is fair for a day.
-- Each step sees what others committed meanwhile, and each taking is one conditional update: no lot is ever overdrawn.
CREATE FUNCTION paywall_reserve(account text, agent text, visitor text, answer text, free integer, free_period text, test boolean, fair integer, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wallet text := paywall_wallet(visitor);
  today date := (at AT TIME ZONE 'UTC')::date;
  known record;
  lot record;
  taken record;
  attempt integer;
  change integer;
  is_beyond boolean := false;
BEGIN
  SELECT count(*) INTO attempt FROM paywall_entries e WHERE e.message_id = answer AND e.kind = 'reserve';
  IF attempt > 0 THEN
    SELECT l.kind INTO known FROM paywall_entries e JOIN paywall_lots l ON l.id = e.lot_id
      WHERE e.message_id = answer AND e.kind = 'reserve' AND NOT EXISTS (SELECT FROM paywall_entries s WHERE s.lot_id = e.lot_id AND s.key = 'settle:' || e.key);
    IF FOUND THEN RETURN known.kind; END IF;
  END IF;

  SELECT l.id, l.granted, l.period INTO known FROM paywall_lots l WHERE l.wallet_id = wallet AND l.kind = 'free';
  IF NOT FOUND THEN
    INSERT INTO paywall_lots (id, account_id, agent_id, wallet_id, kind, is_test, granted, period, created_at)
      VALUES ('lot_' || substr(wallet, 5), account, agent, wallet, 'free', false, free, free_period, at) ON CONFLICT DO NOTHING;
    IF FOUND AND free > 0 THEN
      INSERT INTO paywall_entries (account_id, lot_id, kind, amount, reason, key, created_at) VALUES (account, 'lot_' || substr(wallet, 5), 'grant', free, 'free', 'free', at);
    END IF;
  ELSIF known.granted <> free OR known.period < free_period COLLATE "C" THEN
    -- The owner changed how many are free: what was used stays used. Or a new day or month began: what is being written counts for it.
    -- A period never goes back, so that clocks that differ between processes give nothing twice.
    SELECT l.id, l.remaining, l.period < free_period COLLATE "C" AS begins INTO known FROM paywall_lots l WHERE l.id = known.id FOR UPDATE;
    UPDATE paywall_lots l SET granted = free, period = CASE WHEN known.begins THEN free_period ELSE l.period END, used = CASE WHEN known.begins THEN l.held ELSE l.used END
      WHERE l.id = known.id RETURNING l.remaining - known.remaining INTO change;
    IF change <> 0 THEN
      INSERT INTO paywall_entries (account_id, lot_id, kind, amount, reason, key, created_at)
        VALUES (account, known.id, 'adjust', change, CASE WHEN known.begins THEN 'free_again' ELSE 'free_changed' END, 'free:' || answer || ':' || attempt, at);
    END IF;
  END IF;

  FOR lot IN
    SELECT l.id, l.granted IS NULL AS is_unlimited FROM paywall_lots l
    WHERE l.wallet_id = wallet AND l.agent_id = agent AND (l.is_test = test OR l.kind IN ('free', 'goodwill')) AND l.revoked_at IS NULL AND l.frozen_at IS NULL AND l.expired_at IS NULL
      AND (l.expires_at IS NULL OR l.expires_at > at) AND (l.granted IS NULL OR l.remaining > 0)
    ORDER BY l.granted IS NULL DESC, l.kind = 'free' DESC, l.kind = 'goodwill' DESC, l.created_at, l.id
  LOOP
    -- Beyond fair use nothing else is spent for it: the buyer paid for this day.
    EXIT WHEN is_beyond AND NOT lot.is_unlimited;
    UPDATE paywall_lots l SET used = l.used + 1, held = l.held + 1, day = greatest(l.day, today), day_count = CASE WHEN l.day >= today THEN l.day_count + 1 ELSE 1 END
      WHERE l.id = lot.id AND l.revoked_at IS NULL AND l.frozen_at IS NULL AND l.expired_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > at)
        AND (l.remaining > 0 OR (l.granted IS NULL AND (l.day IS NULL OR l.day < today OR l.day_count < fair)))
      RETURNING l.kind, l.remaining INTO taken;
    IF FOUND THEN
      INSERT INTO paywall_entries (account_id, lot_id, kind, amount, message_id, reason, key, created_at)
        VALUES (account, lot.id, 'reserve', CASE WHEN taken.remaining IS NULL THEN 0 ELSE -1 END, answer, 'message', 'reserve:' || answer || ':' || attempt, at);
      RETURN taken.kind;
    END IF;
    is_beyond := is_beyond OR EXISTS (SELECT FROM paywall_lots l WHERE l.id = lot.id AND l.granted IS NULL AND l.revoked_at IS NULL AND l.frozen_at IS NULL AND l.expired_at IS NULL);
  END LOOP;
  IF is_beyond THEN RAISE EXCEPTION 'fair use of the day is reached' USING ERRCODE = 'PW429'; END IF;
  RAISE EXCEPTION 'nothing is left' USING ERRCODE = 'PW402';
END
$$;

-- Ends the reservation of an answer, once: commit when it was delivered, release when it was not. What was refunded, taken back or has ended meanwhile does not come
-- back. Gives what the wallet holds then; NULL when nothing was reserved.
CREATE FUNCTION paywall_settle(answer text, outcome text, why text, at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  reserved record;
  lot record;
  is_back boolean := outcome = 'release';
  change integer;
BEGIN
  SELECT e.account_id, e.lot_id, e.key, (e.created_at AT TIME ZONE 'UTC')::date AS day INTO reserved FROM paywall_entries e WHERE e.message_id = answer AND e.kind = 'reserve' ORDER BY e.id DESC LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT l.agent_id, l.wallet_id, l.remaining INTO lot FROM paywall_lots l WHERE l.id = reserved.lot_id FOR UPDATE;
  IF NOT EXISTS (SELECT FROM paywall_entries e WHERE e.lot_id = reserved.lot_id AND e.key = 'settle:' || reserved.key) THEN
    UPDATE paywall_lots l SET held = l.held - 1, used = CASE WHEN is_back THEN l.used - 1 ELSE l.used END,
      day_count = CASE WHEN is_back AND l.day = reserved.day THEN greatest(0, l.day_count - 1) ELSE l.day_count END
      WHERE l.id = reserved.lot_id RETURNING coalesce(l.remaining - lot.remaining, 0) INTO change;
    INSERT INTO paywall_entries (account_id, lot_id, kind, amount, message_id, reason, key, created_at)
      VALUES (reserved.account_id, reserved.lot_id, outcome, change, answer, why, 'settle:' || reserved.key, at);
  END IF;
  RETURN paywall_holdings(lot.wallet_id, lot.agent_id);
END
$$;
