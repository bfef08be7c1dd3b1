-- Free messages that are used up are those of everybody who has the wallet: of the visitor who has one of their own as well, which is nearly
-- everybody, and not only of those who share one.
CREATE FUNCTION analytics_free_used_up(account text, agent text, wallet text, lot text, of_period text, made timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id)
    SELECT account, 28, concat_ws(':', v.id, of_period),
      coalesce((SELECT e.created_at FROM paywall_entries e WHERE e.lot_id = lot ORDER BY e.id DESC LIMIT 1), made), agent, v.id
    FROM visitors v
    WHERE v.id IN (SELECT wallet UNION ALL SELECT visitor_id FROM paywall_holders WHERE wallet_id = wallet)
      AND v.agent_id = agent AND paywall_wallet(v.id) = wallet
$$;
CREATE OR REPLACE FUNCTION analytics_free_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM analytics_free_used_up(NEW.account_id, NEW.agent_id, NEW.wallet_id, NEW.id, NEW.period, NEW.created_at);
  RETURN NULL;
END
$$;
-- What was told before is the same event again.
SELECT analytics_free_used_up(account_id, agent_id, wallet_id, id, period, created_at) FROM paywall_lots
  WHERE kind = 'free' AND granted > 0 AND used - held >= granted;
