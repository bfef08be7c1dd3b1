-- When visitors came for the first time is summed up like everything else, as number 29, so that new visitors of any period are not counted one
-- by one. See `cameFirst` in src/features/analytics/server/events/kinds.models.ts.
INSERT INTO analytics_quarters AS q (account_id, agent_id, bucket, kind, amount)
  SELECT p.account_id, a.id, p.came_at, 29, count(*) FROM analytics_people p, LATERAL (SELECT DISTINCT unnest(ARRAY[p.agent_id, '']) AS id) a
  WHERE p.came_at IS NOT NULL GROUP BY 1, 2, 3
  ON CONFLICT (account_id, agent_id, kind, bucket) DO UPDATE SET amount = q.amount + excluded.amount;
INSERT INTO analytics_days AS d (account_id, agent_id, day, kind, amount)
  SELECT account_id, agent_id, (bucket AT TIME ZONE 'UTC')::date, 29, sum(amount) FROM analytics_quarters WHERE kind = 29 GROUP BY 1, 2, 3
  ON CONFLICT (account_id, agent_id, kind, day) DO UPDATE SET amount = d.amount + excluded.amount;

-- Of packed numbers, which stand in the order of their kinds: where each kind begins, so that one kind is read without all others.
CREATE FUNCTION analytics_starts(numbers bigint[]) RETURNS smallint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg((1 + before)::smallint ORDER BY kind) FROM (
    SELECT k.kind, coalesce(sum(c.amount) OVER (ORDER BY k.kind ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM generate_series(0, 32) k(kind)
    LEFT JOIN (SELECT n & 31 AS kind, count(*) AS amount FROM unnest(numbers) n GROUP BY 1) c ON c.kind = k.kind) s
$$;
ALTER TABLE analytics_packed ADD COLUMN starts smallint[] GENERATED ALWAYS AS (analytics_starts(quarters)) STORED;

-- Who was there before a period as well as in it, and who paid: few of many.
CREATE INDEX analytics_people_by_first ON analytics_people (account_id, first_at) INCLUDE (last_at);
CREATE INDEX analytics_people_paid ON analytics_people (account_id, last_at) WHERE (kinds & 67112960) <> 0;
