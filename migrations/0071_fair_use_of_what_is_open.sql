-- As in 0018, but access that ends at the very moment in which a message is taken is gone, and not used beyond what is fair:
-- its buyer goes on with free or bought messages, or is shown the wall, instead of being told to come back tomorrow.
CREATE OR REPLACE FUNCTION paywall_reserve(account text, agent text, visitor text, answer text, free integer, free_period text, test boolean, fair integer, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
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
    -- Only access that is still open was refused for its day: one that ended between looking and taking was not used unfairly.
    is_beyond := is_beyond OR EXISTS (
      SELECT FROM paywall_lots l
      WHERE l.id = lot.id AND l.granted IS NULL AND l.revoked_at IS NULL AND l.frozen_at IS NULL AND l.expired_at IS NULL
        AND (l.expires_at IS NULL OR l.expires_at > at));
  END LOOP;
  IF is_beyond THEN RAISE EXCEPTION 'fair use of the day is reached' USING ERRCODE = 'PW429'; END IF;
  RAISE EXCEPTION 'nothing is left' USING ERRCODE = 'PW402';
END
$$;
