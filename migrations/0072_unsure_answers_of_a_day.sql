-- "I don't know" is free, but not endless: whoever makes an agent begin every answer so would never pay.
-- So many in a day (UTC) are given back to a wallet; the ones after that count, with a reason of their own.
CREATE FUNCTION paywall_unsure_free() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 10 $$;

CREATE INDEX paywall_entries_unsure ON paywall_entries (lot_id, created_at) WHERE reason = 'unsure';

CREATE FUNCTION paywall_unsure_of_day(wallet text, agent text, at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM paywall_lots l JOIN paywall_entries e ON e.lot_id = l.id
  WHERE l.wallet_id = wallet AND l.agent_id = agent AND e.reason = 'unsure'
    AND e.created_at >= date_trunc('day', at, 'UTC') AND e.created_at < date_trunc('day', at, 'UTC') + interval '1 day'
$$;

CREATE OR REPLACE FUNCTION paywall_settle(answer text, outcome text, why text, at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  reserved record;
  lot record;
  ending text := outcome;
  because text := why;
  is_back boolean;
  change integer;
BEGIN
  SELECT e.account_id, e.lot_id, e.key, (e.created_at AT TIME ZONE 'UTC')::date AS day INTO reserved FROM paywall_entries e WHERE e.message_id = answer AND e.kind = 'reserve' ORDER BY e.id DESC LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT l.agent_id, l.wallet_id, l.remaining INTO lot FROM paywall_lots l WHERE l.id = reserved.lot_id FOR UPDATE;
  IF NOT EXISTS (SELECT FROM paywall_entries e WHERE e.lot_id = reserved.lot_id AND e.key = 'settle:' || reserved.key) THEN
    IF outcome = 'release' AND why = 'unsure' THEN
      -- One after the other, so that answers that end at once are counted, too.
      PERFORM pg_advisory_xact_lock(hashtextextended('unsure ' || lot.wallet_id, 0));
      IF paywall_unsure_of_day(lot.wallet_id, lot.agent_id, at) >= paywall_unsure_free() THEN
        ending := 'commit';
        because := 'unsure_counted';
      END IF;
    END IF;
    is_back := ending = 'release';
    UPDATE paywall_lots l SET held = l.held - 1, used = CASE WHEN is_back THEN l.used - 1 ELSE l.used END,
      day_count = CASE WHEN is_back AND l.day = reserved.day THEN greatest(0, l.day_count - 1) ELSE l.day_count END
      WHERE l.id = reserved.lot_id RETURNING coalesce(l.remaining - lot.remaining, 0) INTO change;
    INSERT INTO paywall_entries (account_id, lot_id, kind, amount, message_id, reason, key, created_at)
      VALUES (reserved.account_id, reserved.lot_id, ending, change, answer, because, 'settle:' || reserved.key, at);
  END IF;
  RETURN paywall_holdings(lot.wallet_id, lot.agent_id);
END
$$;
