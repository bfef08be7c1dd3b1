-- What webhooks are told of packs, passes and budgets is written where their rows change: messages are taken and given back in single statements.

-- Of a pack the messages that were delivered count; those of answers that are being written may still come back.
CREATE FUNCTION tell_webhooks_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  low integer := least(NEW.granted / 2, greatest(5, ceil(NEW.granted / 10.0)::int));
  before integer := OLD.granted - (OLD.used - OLD.held);
  remaining integer := NEW.granted - (NEW.used - NEW.held);
  event_type text := CASE
    WHEN NEW.expired_at IS NOT NULL AND OLD.expired_at IS NULL THEN CASE WHEN NEW.kind = 'once' THEN 'pass.expired' END
    WHEN NEW.kind <> 'pack' OR NEW.granted IS NULL THEN NULL
    WHEN before > 0 AND remaining <= 0 THEN 'pack.exhausted'
    WHEN before > low AND remaining <= low AND remaining > 0 THEN 'pack.low'
  END;
  contact text;
  whose jsonb;
BEGIN
  IF event_type IS NULL OR NOT webhook_wanted(NEW.account_id, event_type) THEN RETURN NULL; END IF;
  SELECT contact_id INTO contact FROM purchases WHERE id = NEW.purchase_id;
  whose := jsonb_build_object('purchaseId', NEW.purchase_id, 'agentId', NEW.agent_id, 'contactId', contact, 'isTest', NEW.is_test);
  PERFORM write_webhook_event(NEW.account_id, event_type, CASE event_type
    WHEN 'pass.expired' THEN jsonb_build_object('pass', whose || jsonb_build_object('expiredAt', webhook_moment(NEW.expires_at)))
    ELSE jsonb_build_object('pack', whose || jsonb_build_object('granted', NEW.granted, 'remaining', greatest(0, remaining)))
  END);
  RETURN NULL;
END
$$;
CREATE TRIGGER lot_used_for_webhooks AFTER UPDATE OF used, held, expired_at ON paywall_lots
  FOR EACH ROW WHEN (NEW.revoked_at IS NULL AND NEW.kind IN ('pack', 'once')
    AND (OLD.used - OLD.held <> NEW.used - NEW.held OR OLD.expired_at IS DISTINCT FROM NEW.expired_at))
  EXECUTE FUNCTION tell_webhooks_of_lot();

-- Owners are told once a day and once a month, at 80 and at 100 percent; so are their systems.
CREATE FUNCTION tell_webhooks_of_budget() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_day boolean := NEW.day_notice > OLD.day_notice;
  percent integer := CASE WHEN is_day THEN NEW.day_notice ELSE NEW.month_notice END;
  event_type text := CASE WHEN percent >= 100 THEN 'budget.reached' ELSE 'budget.warning' END;
BEGIN
  IF NOT webhook_wanted(NEW.account_id, event_type) THEN RETURN NULL; END IF;
  PERFORM write_webhook_event(NEW.account_id, event_type, jsonb_build_object('agentId', NEW.agent_id,
    'limit', CASE WHEN is_day THEN 'messages_per_day' ELSE 'cost_per_month' END, 'percent', percent,
    'used', CASE WHEN is_day THEN NEW.day_messages ELSE NEW.month_micros END));
  RETURN NULL;
END
$$;
CREATE TRIGGER budget_used_for_webhooks AFTER UPDATE OF day_notice, month_notice ON agent_usage
  FOR EACH ROW WHEN (NEW.day_notice > OLD.day_notice OR NEW.month_notice > OLD.month_notice)
  EXECUTE FUNCTION tell_webhooks_of_budget();
