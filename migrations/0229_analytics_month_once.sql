-- As before; but whoever waited for another process looks into the catalog, and not into what it remembers of it:
-- there the month was missing still, and was made a second time.
CREATE OR REPLACE FUNCTION analytics_month(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first_day date := date_trunc('month', moment AT TIME ZONE 'UTC')::date;
  name text := 'analytics_events_' || to_char(first_day, 'YYYY_MM');
  begins timestamptz := first_day::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (first_day + interval '1 month')::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  -- One process makes it.
  PERFORM pg_advisory_xact_lock(hashtextextended('analytics months', 0));
  PERFORM FROM pg_class WHERE relname = name AND relnamespace = current_schema()::regnamespace;
  IF FOUND THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE analytics_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
  EXECUTE format('WITH moved AS (DELETE FROM analytics_events_default WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', begins, ends, name);
  EXECUTE format('ALTER TABLE analytics_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
END
$$;
