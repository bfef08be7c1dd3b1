-- Of packed numbers, hours of the week need those of messages alone: kept beside the others, as the database makes them out of these, so that
-- nothing else is unpacked for them. Nothing else was found by where each kind begins.
CREATE FUNCTION analytics_of_kind(numbers bigint[], wanted integer) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(n ORDER BY n), '{}') FROM unnest(numbers) n WHERE n & 31 = wanted
$$;
ALTER TABLE analytics_packed
  DROP COLUMN starts,
  -- What visitors wrote: see `message` in src/features/analytics/server/events/kinds.models.ts.
  ADD COLUMN messages bigint[] GENERATED ALWAYS AS (analytics_of_kind(quarters, 4)) STORED;
DROP FUNCTION analytics_starts;
