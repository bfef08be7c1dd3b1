-- Counts one use under each key, in the order given: the narrowest first (visitor, address), the widest last (agent, account).
-- The first that is full refuses, and then nothing is counted at all: what is refused uses up nobody's budget.
-- Gives 0 when all have room, else the place of the one that has none. Each row is held until the statement commits,
-- so that no two uses get the last room; whoever counts several kinds names them in the same order, so nobody waits in a ring.
CREATE FUNCTION take_limits(keys text[], starts timestamptz[], ends timestamptz[], limits integer[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  place integer;
BEGIN
  FOR place IN 1 .. coalesce(cardinality(keys), 0) LOOP
    INSERT INTO rate_limits AS counted (key, window_start, used, expires_at)
      SELECT keys[place], starts[place], 1, ends[place] WHERE limits[place] > 0
      ON CONFLICT (key, window_start) DO UPDATE SET used = counted.used + 1 WHERE counted.used < limits[place];
    IF NOT FOUND THEN
      UPDATE rate_limits AS counted SET used = counted.used - 1
        FROM unnest(keys[:place - 1], starts[:place - 1]) AS taken (key, start)
        WHERE counted.key = taken.key AND counted.window_start = taken.start;
      RETURN place;
    END IF;
  END LOOP;
  RETURN 0;
END
$$;
