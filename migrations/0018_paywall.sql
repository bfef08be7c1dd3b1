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

-- What a wallet holds of one grant. remaining is the sum of the lot's entries, kept by conditional updates; NULL is unlimited.
CREATE TABLE paywall_lots (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  wallet_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('free', 'pack', 'once', 'subscription', 'goodwill')),
  is_test boolean NOT NULL,
  purchase_id text,
  granted integer,
  remaining integer CHECK (remaining >= 0),
  -- Reserved for answers that are being written.
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  expires_at timestamptz,
  -- A dispute stops it until it is decided; a refund ends it.
  frozen_at timestamptz,
  revoked_at timestamptz,
  -- Of free messages that begin anew: the day or month that they are for.
  period text NOT NULL DEFAULT '',
  -- Fair use of what is unlimited: messages of that day (UTC).
  day date,
  day_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CHECK ((granted IS NULL) = (remaining IS NULL))
);
CREATE UNIQUE INDEX paywall_lots_free ON paywall_lots (wallet_id) WHERE kind = 'free';
CREATE UNIQUE INDEX paywall_lots_of_purchase ON paywall_lots (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX paywall_lots_of_wallet ON paywall_lots (wallet_id, created_at);
CREATE INDEX paywall_lots_of_agent ON paywall_lots (agent_id, created_at);
CREATE INDEX paywall_lots_of_account ON paywall_lots (account_id);
CREATE INDEX paywall_lots_ending ON paywall_lots (expires_at) WHERE expires_at IS NOT NULL AND remaining > 0;
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
  -- The member who did it by hand.
  actor_id text,
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

-- Takes one message for an answer before it is written: of an unlimited access, else of the free ones, else of the oldest pack.
-- Raises PW402 when there is nothing, PW429 when an unlimited access was used beyond what is fair for a day.
-- Each step sees what others committed meanwhile, and each taking is one conditional update: no lot is ever overdrawn.
CREATE FUNCTION paywall_reserve(account text, agent text, visitor text, answer text, free integer, free_period text, test boolean, fair integer, at timestamptz)
RETURNS TABLE (lot_kind text, lot_remaining integer) LANGUAGE plpgsql AS $$
DECLARE
  wallet text := paywall_wallet(visitor);
  today date := (at AT TIME ZONE 'UTC')::date;
  lot record;
  begun record;
  attempt integer;
BEGIN
  INSERT INTO paywall_lots (id, account_id, agent_id, wallet_id, kind, is_test, granted, remaining, period, created_at)
    VALUES ('lot_' || substr(wallet, 5), account, agent, wallet, 'free', false, free, free, free_period, at)
    ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO paywall_entries (account_id, lot_id, kind, amount, reason, key, created_at) VALUES (account, 'lot_' || substr(wallet, 5), 'grant', free, 'free', 'free', at);
  ELSE
    -- The owner changed how many are free, or a new period began: what was used stays used.
    SELECT l.id, l.granted, l.remaining, l.period INTO begun FROM paywall_lots l WHERE l.wallet_id = wallet AND l.kind = 'free' AND (l.granted <> free OR l.period <> free_period) FOR UPDATE;
    IF FOUND THEN
      UPDATE paywall_lots SET granted = free, period = free_period, remaining = CASE WHEN begun.period <> free_period THEN free ELSE greatest(0, begun.remaining + free - begun.granted) END
        WHERE id = begun.id RETURNING remaining - begun.remaining AS change INTO lot;
      INSERT INTO paywall_entries (account_id, lot_id, kind, amount, reason, key, created_at)
        VALUES (account, begun.id, 'adjust', lot.change, CASE WHEN begun.period <> free_period THEN 'free_again' ELSE 'free_changed' END, 'free:' || txid_current(), at);
    END IF;
  END IF;

  SELECT count(*) INTO attempt FROM paywall_entries e WHERE e.message_id = answer AND e.kind = 'reserve';
  FOR lot IN
    SELECT l.id FROM paywall_lots l
    WHERE l.wallet_id = wallet AND (l.kind = 'free' OR l.is_test = test) AND l.revoked_at IS NULL AND l.frozen_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > at) AND (l.remaining IS NULL OR l.remaining > 0)
    ORDER BY l.remaining IS NULL DESC, l.kind = 'free' DESC, l.created_at, l.id
  LOOP
    UPDATE paywall_lots l SET remaining = l.remaining - 1, held = l.held + 1, day = today, day_count = CASE WHEN l.day = today THEN l.day_count + 1 ELSE 1 END
      WHERE l.id = lot.id AND l.revoked_at IS NULL AND l.frozen_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > at)
        AND (l.remaining > 0 OR (l.remaining IS NULL AND (l.day IS DISTINCT FROM today OR l.day_count < fair)))
      RETURNING l.kind, l.remaining INTO lot_kind, lot_remaining;
    IF FOUND THEN
      INSERT INTO paywall_entries (account_id, lot_id, kind, amount, message_id, reason, key, created_at)
        VALUES (account, lot.id, 'reserve', CASE WHEN lot_remaining IS NULL THEN 0 ELSE -1 END, answer, 'message', 'reserve:' || answer || ':' || attempt, at);
      RETURN NEXT;
      RETURN;
    END IF;
    -- Beyond fair use nothing else is spent for it: the buyer paid for this day.
    IF EXISTS (SELECT FROM paywall_lots l WHERE l.id = lot.id AND l.remaining IS NULL AND l.revoked_at IS NULL AND l.frozen_at IS NULL) THEN
      RAISE EXCEPTION 'fair use of the day is reached' USING ERRCODE = 'PW429';
    END IF;
  END LOOP;
  RAISE EXCEPTION 'nothing is left' USING ERRCODE = 'PW402';
END
$$;

-- Ends the reservation of an answer, once: commit when it was delivered, release when it was not. Nothing happens where nothing was reserved.
CREATE FUNCTION paywall_settle(answer text, outcome text, why text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  reserved record;
  lot record;
  back integer := 0;
BEGIN
  SELECT e.account_id, e.lot_id, e.amount, e.key INTO reserved FROM paywall_entries e WHERE e.message_id = answer AND e.kind = 'reserve' ORDER BY e.id DESC LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT l.remaining, l.revoked_at INTO lot FROM paywall_lots l WHERE l.id = reserved.lot_id FOR UPDATE;
  -- What was refunded does not come back.
  IF outcome = 'release' AND lot.revoked_at IS NULL THEN back := -reserved.amount; END IF;
  INSERT INTO paywall_entries (account_id, lot_id, kind, amount, message_id, reason, key, created_at)
    VALUES (reserved.account_id, reserved.lot_id, outcome, back, answer, why, 'settle:' || reserved.key, at)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE paywall_lots l SET held = l.held - 1, remaining = l.remaining + back, day_count = CASE WHEN outcome = 'release' THEN greatest(0, l.day_count - 1) ELSE l.day_count END WHERE l.id = reserved.lot_id;
END
$$;
