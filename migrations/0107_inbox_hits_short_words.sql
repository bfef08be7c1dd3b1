-- Conversations in which every pattern is found. A pattern is one for LIKE, or a regular expression that begins with `(^|[`: a word of one or two letters, which
-- begins a word; so the index finds it, too. Patterns for LIKE that are as short have no letters that an index knows, and only narrow what others found.
-- Words with digits and long ones come first, which fewer have; once few conversations are left, the other words are looked for in those alone.
CREATE OR REPLACE FUNCTION inbox_hits(patterns text[], most integer) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account text := current_setting('app.account_id', true);
  few constant integer := 2000;
  hits text[];
  found text[];
  pattern text;
  holds text;
  common text[] := '{}';
BEGIN
  FOR pattern IN SELECT p FROM unnest(patterns) AS p ORDER BY left(p, 1) = '%' DESC, p ~ '\d' DESC, length(p) DESC LOOP
    IF length(pattern) < 5 OR cardinality(hits) <= few THEN
      common := common || pattern;
      CONTINUE;
    END IF;
    holds := format(CASE WHEN left(pattern, 1) = '%' THEN 'body LIKE %L' ELSE 'body ~ %L' END, pattern);
    EXECUTE format('SELECT array(SELECT conversation_id FROM inbox_words WHERE account_id = %1$L AND %2$s UNION ALL SELECT conversation_id FROM inbox_said WHERE account_id = %1$L AND %2$s LIMIT %3$s)', account, holds, most + 1)
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
    IF left(pattern, 1) = '%' THEN
      hits := array(SELECT id FROM unnest(hits) AS id WHERE EXISTS (SELECT FROM inbox_words w WHERE w.account_id = account AND w.conversation_id = id AND w.body LIKE pattern)
        OR EXISTS (SELECT FROM inbox_said s WHERE s.account_id = account AND s.conversation_id = id AND s.body LIKE pattern));
    ELSE
      hits := array(SELECT id FROM unnest(hits) AS id WHERE EXISTS (SELECT FROM inbox_words w WHERE w.account_id = account AND w.conversation_id = id AND w.body ~ pattern)
        OR EXISTS (SELECT FROM inbox_said s WHERE s.account_id = account AND s.conversation_id = id AND s.body ~ pattern));
    END IF;
  END LOOP;
  RETURN hits;
END
$$;
