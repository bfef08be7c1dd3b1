-- Who waits longest is read off an index, and so are those of them whom a colleague has: both stand at the top of a list.
CREATE INDEX conversations_waiting_longest ON conversations (account_id, waiting_since, id)
  WHERE NOT is_preview AND handler = 'waiting' AND status IN ('open', 'pending') AND waiting_since IS NOT NULL;
CREATE INDEX conversations_waiting_of_assignee ON conversations (account_id, assignee_id, waiting_since, id)
  WHERE assignee_id IS NOT NULL AND NOT is_preview AND handler = 'waiting' AND status IN ('open', 'pending') AND waiting_since IS NOT NULL;

-- Conversations in which every pattern is found, as before. Numbers of two digits and more come first, also as the beginning of a word: `Person 77` need not
-- put all that have `person` in order.
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
  FOR pattern IN SELECT p FROM unnest(patterns) AS p ORDER BY p ~ '\d\d' DESC, left(p, 1) = '%' DESC, p ~ '\d' DESC, length(p) DESC LOOP
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
