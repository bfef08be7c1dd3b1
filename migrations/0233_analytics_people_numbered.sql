-- People have a number, and what they did in a quarter of an hour is written under it: three ids of thirty characters each stood in every row and
-- again in its key, and were most of what a month cost once its events were dropped.
ALTER TABLE analytics_people ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX analytics_people_by_time, analytics_people_by_contact, analytics_people_paid;
ALTER TABLE analytics_people DROP CONSTRAINT analytics_people_pkey;
ALTER TABLE analytics_people ADD PRIMARY KEY (number);
-- An id stands for one visitor of all accounts.
CREATE UNIQUE INDEX analytics_people_once ON analytics_people (visitor_id, agent_id);
CREATE INDEX analytics_people_by_time ON analytics_people (account_id, last_at)
  INCLUDE (first_at, kinds, agent_id, number, messages, conversations, dims_id);
CREATE INDEX analytics_people_by_contact ON analytics_people (account_id, contact_id)
  INCLUDE (first_at, last_at, kinds, agent_id, number) WHERE contact_id IS NOT NULL;
-- See paidBits in src/features/analytics/server/events/kinds.models.ts.
CREATE INDEX analytics_people_paid ON analytics_people (account_id, last_at)
  INCLUDE (first_at, kinds, agent_id, number) WHERE (kinds & 67112960) <> 0;

ALTER TABLE analytics_activity RENAME TO analytics_activity_before;
ALTER INDEX analytics_activity_pkey RENAME TO analytics_activity_before_pkey;
ALTER INDEX analytics_activity_again RENAME TO analytics_activity_before_again;
-- Who did what within a quarter of an hour: for everything that counts people.
CREATE TABLE analytics_activity (
  -- As `analytics_people` knows them.
  person bigint NOT NULL,
  bucket timestamptz NOT NULL,
  -- When they were there before, in a quarter of an hour in which they did something themselves as in this one: of many quarters within a
  -- part of a period, they count in the one with none before it in the part. NULL is the first one, or one in which they did nothing.
  since timestamptz,
  -- One bit for each kind: 1 << kind.
  kinds integer NOT NULL,
  -- How many messages they wrote, and conversations they began.
  messages integer NOT NULL,
  conversations integer NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL
);
INSERT INTO analytics_activity (person, bucket, since, kinds, messages, conversations, account_id, agent_id)
  SELECT p.number, b.bucket, b.since, b.kinds, b.messages, b.conversations, b.account_id, b.agent_id
  FROM analytics_activity_before b JOIN analytics_people p USING (visitor_id, agent_id) ORDER BY b.bucket;
DROP TABLE analytics_activity_before;
ALTER TABLE analytics_activity ADD PRIMARY KEY (person, bucket);
CREATE INDEX analytics_activity_again ON analytics_activity (account_id, bucket) INCLUDE (since, agent_id) WHERE since IS NOT NULL;
SELECT chatelier_wall('analytics_activity');

-- What was done under a number becomes nobody's with the person.
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
      FROM analytics_people p JOIN analytics_activity a ON a.person = p.number
      WHERE p.visitor_id = gone.id AND p.account_id = gone.account_id
        AND e.account_id = p.account_id AND e.at >= a.bucket AND e.at < a.bucket + interval '15 minutes' AND e.visitor_id = gone.id;
    UPDATE analytics_people SET visitor_id = nobody, dims_id = NULL, contact_id = NULL
      WHERE visitor_id = gone.id AND account_id = gone.account_id;
  END LOOP;
  RETURN NULL;
END
$$;

-- As before; what was done goes with the people.
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
  WITH gone AS (DELETE FROM analytics_people WHERE account_id = OLD.account_id AND agent_id = OLD.id RETURNING number)
    DELETE FROM analytics_activity a USING gone WHERE a.person = gone.number;
  DELETE FROM analytics_events WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  RETURN OLD;
END
$$;
