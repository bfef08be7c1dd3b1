-- What was measured over ten million events: who was there takes one row for each person instead of one for each quarter of an hour, and the
-- sums of days that are over lie packed, a row for each day.

-- Who was there and did what, over all time. A period that holds all of somebody needs no more than this row.
CREATE TABLE analytics_people (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL,
  visitor_id text NOT NULL,
  -- The first and the last quarter of an hour of which something is known.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- The first one in which they did something themselves.
  came_at timestamptz,
  -- One bit for each kind: 1 << kind.
  kinds integer NOT NULL,
  messages integer NOT NULL,
  conversations integer NOT NULL,
  dims_id bigint,
  -- As whom they are known.
  contact_id text,
  PRIMARY KEY (account_id, agent_id, visitor_id)
);
SELECT chatelier_wall('analytics_people');
INSERT INTO analytics_people (account_id, agent_id, visitor_id, first_at, last_at, came_at, kinds, messages, conversations, dims_id, contact_id)
  SELECT a.account_id, a.agent_id, a.visitor_id, min(a.bucket), max(a.bucket), min(a.bucket) FILTER (WHERE (a.kinds & 33672988) <> 0), bit_or(a.kinds), sum(a.messages), sum(a.conversations),
    max(a.dims_id), max(v.contact_id)
  FROM analytics_activity a LEFT JOIN visitors v ON v.id = a.visitor_id AND v.account_id = a.account_id
  GROUP BY 1, 2, 3;
CREATE INDEX analytics_people_by_time ON analytics_people (account_id, last_at)
  INCLUDE (first_at, came_at, kinds, agent_id, visitor_id, messages, conversations, dims_id);
CREATE INDEX analytics_people_by_contact ON analytics_people (account_id, contact_id)
  INCLUDE (first_at, last_at, kinds, agent_id, visitor_id) WHERE contact_id IS NOT NULL;
CREATE INDEX analytics_people_of_visitor ON analytics_people (visitor_id, account_id);

-- When the visitor was there before, in a quarter of an hour in which they did something themselves as in this one: of many quarters within
-- a part of a period, they count in the one with none before it in the part. NULL is the first one, or one in which they did nothing.
ALTER TABLE analytics_activity ADD COLUMN since timestamptz;
UPDATE analytics_activity a SET since = n.since FROM (
  SELECT account_id, agent_id, visitor_id, bucket, lag(bucket) OVER (PARTITION BY account_id, agent_id, visitor_id ORDER BY bucket) AS since
  -- Bits of what only somebody does who is there: see presentBits in kinds.models.ts.
  FROM analytics_activity WHERE (kinds & 33672988) <> 0) n
  WHERE n.since IS NOT NULL AND a.account_id = n.account_id AND a.agent_id = n.agent_id AND a.visitor_id = n.visitor_id AND a.bucket = n.bucket;

-- Looked up by person alone.
ALTER TABLE analytics_activity DROP CONSTRAINT analytics_activity_pkey;
DROP INDEX analytics_activity_of_visitor;
ALTER TABLE analytics_activity ADD PRIMARY KEY (account_id, visitor_id, bucket, agent_id)
  INCLUDE (kinds, messages, conversations, dims_id);
CREATE INDEX analytics_activity_again ON analytics_activity (account_id, bucket) INCLUDE (since, agent_id) WHERE since IS NOT NULL;

-- Length of conversations.
CREATE INDEX conversations_begun ON conversations (account_id, created_at) INCLUDE (agent_id, message_count) WHERE NOT is_preview;

-- Sums of a day that is over: each number holds an amount times 4096, a quarter of an hour of the day times 32, and a kind. What is told
-- late lies beside it until it is packed as well.
CREATE TABLE analytics_packed (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL,
  day date NOT NULL,
  -- Of the whole day, without a quarter.
  totals bigint[] NOT NULL,
  quarters bigint[] NOT NULL,
  PRIMARY KEY (account_id, agent_id, day)
);
SELECT chatelier_wall('analytics_packed');
CREATE INDEX analytics_quarters_by_time ON analytics_quarters (account_id, bucket);
CREATE INDEX analytics_days_by_time ON analytics_days (account_id, day);

-- Packs the sums of an account from one day to another, both included; says whether there was anything to pack. Whoever counts or erases
-- waits meanwhile.
CREATE FUNCTION analytics_pack(account text, from_day date, to_day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  packed integer;
BEGIN
  PERFORM analytics_lock(account);
  WITH gone_days AS (
    DELETE FROM analytics_days WHERE account_id = account AND day BETWEEN from_day AND to_day RETURNING agent_id, day),
  gone AS (
    DELETE FROM analytics_quarters WHERE account_id = account AND bucket >= from_day::timestamp AT TIME ZONE 'UTC'
      AND bucket < (to_day + 1)::timestamp AT TIME ZONE 'UTC'
    RETURNING agent_id, (bucket AT TIME ZONE 'UTC')::date AS day,
      (extract(epoch FROM bucket)::bigint / 900 % 96) * 32 + kind AS place, amount),
  touched AS (SELECT DISTINCT agent_id, day FROM gone_days UNION SELECT DISTINCT agent_id, day FROM gone),
  cells AS (
    SELECT agent_id, day, place, sum(amount)::bigint AS amount FROM (
      SELECT agent_id, day, place, amount FROM gone
      UNION ALL
      SELECT k.agent_id, k.day, c & 4095, c >> 12 FROM touched t
        JOIN analytics_packed k ON k.account_id = account AND k.agent_id = t.agent_id AND k.day = t.day, unnest(k.quarters) c) s
    GROUP BY 1, 2, 3 HAVING sum(amount) <> 0),
  quarters AS (
    SELECT agent_id, day, array_agg(amount * 4096 + place ORDER BY place & 31, place) AS numbers FROM cells GROUP BY 1, 2),
  totals AS (
    SELECT agent_id, day, array_agg(amount * 4096 + kind ORDER BY kind) AS numbers FROM (
      SELECT agent_id, day, place & 31 AS kind, sum(amount)::bigint AS amount FROM cells GROUP BY 1, 2, 3) k
    GROUP BY 1, 2),
  written AS (
    INSERT INTO analytics_packed (account_id, agent_id, day, totals, quarters)
    SELECT account, agent_id, day, coalesce(t.numbers, '{}'), coalesce(q.numbers, '{}')
    FROM touched LEFT JOIN quarters q USING (agent_id, day) LEFT JOIN totals t USING (agent_id, day)
    ON CONFLICT (account_id, agent_id, day) DO UPDATE SET totals = excluded.totals, quarters = excluded.quarters
    RETURNING 1)
  SELECT count(*) INTO packed FROM written;
  DELETE FROM analytics_packed WHERE account_id = account AND day BETWEEN from_day AND to_day AND totals = '{}';
  RETURN packed > 0;
END
$$;

-- As whom a visitor is known: told to the loop, which looks at who they are once this is committed.
CREATE FUNCTION analytics_known() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id)
    VALUES (NEW.account_id, 0, NEW.id, NEW.last_seen_at, NEW.agent_id, NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER visitor_known_for_analytics AFTER UPDATE OF contact_id ON visitors
  FOR EACH ROW WHEN (NOT NEW.is_preview AND NEW.contact_id IS DISTINCT FROM OLD.contact_id) EXECUTE FUNCTION analytics_known();

-- That free messages are used up, at the time of the last of them.
CREATE FUNCTION analytics_free_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id)
    SELECT NEW.account_id, 28, concat_ws(':', h.visitor_id, NEW.period),
      coalesce((SELECT e.created_at FROM paywall_entries e WHERE e.lot_id = NEW.id ORDER BY e.id DESC LIMIT 1), NEW.created_at),
      NEW.agent_id, h.visitor_id
    FROM paywall_holders h JOIN visitors v ON v.id = h.visitor_id AND v.agent_id = NEW.agent_id
    WHERE h.wallet_id = NEW.wallet_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER free_used_for_analytics AFTER UPDATE OF used, held ON paywall_lots
  FOR EACH ROW WHEN (NEW.kind = 'free' AND NEW.granted > 0 AND NEW.used - NEW.held >= NEW.granted AND OLD.used - OLD.held < OLD.granted)
  EXECUTE FUNCTION analytics_free_used();
INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id)
  SELECT l.account_id, 28, concat_ws(':', h.visitor_id, l.period),
    coalesce((SELECT e.created_at FROM paywall_entries e WHERE e.lot_id = l.id ORDER BY e.id DESC LIMIT 1), l.created_at), l.agent_id, h.visitor_id
  FROM paywall_lots l JOIN paywall_holders h ON h.wallet_id = l.wallet_id JOIN visitors v ON v.id = h.visitor_id AND v.agent_id = l.agent_id
  WHERE l.kind = 'free' AND l.granted > 0 AND l.used - l.held >= l.granted;

CREATE OR REPLACE FUNCTION analytics_forget_visitors() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone record;
  nobody text;
BEGIN
  FOR gone IN SELECT account_id, id FROM erased WHERE NOT is_preview ORDER BY id LOOP
    PERFORM analytics_lock(gone.account_id);
    CONTINUE WHEN NOT EXISTS (SELECT FROM analytics_people WHERE visitor_id = gone.id AND account_id = gone.account_id);
    nobody := 'gone_' || replace(gen_random_uuid()::text, '-', '');
    UPDATE analytics_events e SET visitor_id = nobody, conversation_id = NULL, dims_id = NULL
      FROM analytics_activity a
      WHERE a.visitor_id = gone.id AND a.account_id = gone.account_id
        AND e.account_id = a.account_id AND e.at >= a.bucket AND e.at < a.bucket + interval '15 minutes' AND e.visitor_id = gone.id;
    UPDATE analytics_activity SET visitor_id = nobody, dims_id = NULL WHERE visitor_id = gone.id AND account_id = gone.account_id;
    UPDATE analytics_people SET visitor_id = nobody, dims_id = NULL, contact_id = NULL
      WHERE visitor_id = gone.id AND account_id = gone.account_id;
  END LOOP;
  RETURN NULL;
END
$$;

-- What is packed of all of the account is taken off beside it, and packed again later.
CREATE OR REPLACE FUNCTION analytics_forget_agent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM analytics_lock(OLD.account_id);
  WITH gone AS (DELETE FROM analytics_quarters WHERE account_id = OLD.account_id AND agent_id = OLD.id RETURNING kind, bucket, amount),
  packed AS (DELETE FROM analytics_packed WHERE account_id = OLD.account_id AND agent_id = OLD.id RETURNING day, quarters),
  all_gone AS (
    SELECT kind, bucket, sum(amount)::int AS amount FROM (
      SELECT kind, bucket, amount FROM gone
      UNION ALL
      SELECT (c & 31)::smallint, p.day::timestamp AT TIME ZONE 'UTC' + (c >> 5 & 127) * interval '15 minutes', (c >> 12)::int
        FROM packed p, unnest(p.quarters) c) s
    GROUP BY 1, 2),
  days AS (
    INSERT INTO analytics_days AS d (account_id, agent_id, day, kind, amount)
    SELECT OLD.account_id, '', (bucket AT TIME ZONE 'UTC')::date, kind, -sum(amount)::int FROM all_gone GROUP BY 3, 4
    ON CONFLICT (account_id, agent_id, kind, day) DO UPDATE SET amount = d.amount + excluded.amount)
  INSERT INTO analytics_quarters AS q (account_id, agent_id, bucket, kind, amount)
    SELECT OLD.account_id, '', bucket, kind, -amount FROM all_gone
    ON CONFLICT (account_id, agent_id, kind, bucket) DO UPDATE SET amount = q.amount + excluded.amount;
  DELETE FROM analytics_days WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  DELETE FROM analytics_activity WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  DELETE FROM analytics_people WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  DELETE FROM analytics_events WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  RETURN OLD;
END
$$;

-- Events before a month, which are not kept one by one any more: whole months go as tables, those of odd clocks row by row.
CREATE FUNCTION analytics_drop_before(moment timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('analytics months', 0));
  -- Whoever counts is not held up behind this: it is tried again.
  SET LOCAL lock_timeout = '5s';
  FOR month IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'analytics_events'::regclass AND c.relname ~ '^analytics_events_\d{4}_\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', moment AT TIME ZONE 'UTC')::date
  LOOP
    EXECUTE format('DROP TABLE %I', month);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM analytics_events_default WHERE at < moment;
  RETURN dropped;
END
$$;
