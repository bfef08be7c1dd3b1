-- Conversations in which every pattern is found: words with digits and long ones first, which fewer have. Once few conversations are left, the other words
-- are looked for in those alone and not in all that was said.
CREATE OR REPLACE FUNCTION inbox_hits(patterns text[], most integer) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account text := current_setting('app.account_id', true);
  few constant integer := 2000;
  hits text[];
  found text[];
  pattern text;
  common text[] := '{}';
BEGIN
  FOR pattern IN SELECT p FROM unnest(patterns) AS p ORDER BY p ~ '\d' DESC, length(p) DESC LOOP
    IF length(pattern) < 5 OR cardinality(hits) <= few THEN
      common := common || pattern;
      CONTINUE;
    END IF;
    EXECUTE format('SELECT array(SELECT conversation_id FROM inbox_words WHERE account_id = %1$L AND body LIKE %2$L UNION ALL SELECT conversation_id FROM inbox_said WHERE account_id = %1$L AND body LIKE %2$L LIMIT %3$s)', account, pattern, most + 1)
      INTO found;
    IF cardinality(found) > most THEN
      common := common || pattern;
    ELSIF hits IS NULL THEN
      hits := array(SELECT DISTINCT unnest(found));
    ELSE
      hits := array(SELECT unnest(hits) INTERSECT SELECT unnest(found));
    END IF;
  END LOOP;
  FOREACH pattern IN ARRAY common LOOP
    EXIT WHEN hits IS NULL OR hits = '{}';
    hits := array(SELECT id FROM unnest(hits) AS id WHERE EXISTS (SELECT FROM inbox_words w WHERE w.account_id = account AND w.conversation_id = id AND w.body LIKE pattern)
      OR EXISTS (SELECT FROM inbox_said s WHERE s.account_id = account AND s.conversation_id = id AND s.body LIKE pattern));
  END LOOP;
  RETURN hits;
END
$$;
