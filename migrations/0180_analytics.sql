-- What happened with agents: kept once as events, and summed up for what is shown.

-- What happened and is not counted yet, written in the transaction of its cause. One row, no index but its key, nothing looked up: whoever
-- waits for an answer waits for this as well. The loop behind it finds out what is missing.
CREATE TABLE analytics_inbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL,
  -- See `kinds` in src/features/analytics/server/events/kinds.models.ts.
  kind smallint NOT NULL,
  -- With kind and time what makes it one event, however often it is told.
  id text NOT NULL,
  at timestamptz NOT NULL,
  agent_id text,
  visitor_id text,
  conversation_id text,
  -- Where agent and visitor are found: a purchase, a QR code.
  about text,
  -- How many at once.
  amount integer NOT NULL DEFAULT 1
);
SELECT chatelier_wall('analytics_inbox');

-- Where people came from and what they use, each combination of an account once.
CREATE TABLE analytics_dims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- A hash of all that follows.
  mark text NOT NULL,
  device text NOT NULL,
  browser text NOT NULL,
  os text NOT NULL,
  language text NOT NULL,
  -- By the time zone; empty where the owner hides places.
  country text NOT NULL,
  region text NOT NULL,
  channel text NOT NULL,
  source text NOT NULL,
  medium text NOT NULL,
  campaign text NOT NULL,
  content text NOT NULL,
  term text NOT NULL,
  -- The site that they came from.
  referrer text NOT NULL,
  tag text NOT NULL,
  qr_code_id text NOT NULL,
  landing_page_id text NOT NULL,
  landing_page_version integer NOT NULL,
  UNIQUE (account_id, mark)
);
SELECT chatelier_wall('analytics_dims');

-- Each event once. By months, so that old ones go without a trace of work. An agent that is empty is an event of no agent.
CREATE TABLE analytics_events (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind smallint NOT NULL,
  id text NOT NULL,
  agent_id text NOT NULL,
  -- Who has been erased is an id that leads nowhere.
  visitor_id text,
  conversation_id text,
  dims_id bigint,
  amount integer NOT NULL,
  PRIMARY KEY (account_id, at, kind, id)
) PARTITION BY RANGE (at);
SELECT chatelier_wall('analytics_events');
-- Nobody but the tables' owner reaches a partition by its own name; through analytics_events the wall stands.
CREATE TABLE analytics_events_default PARTITION OF analytics_events DEFAULT;

-- Makes the partition of a month, where there is none; what lies in the default one moves there.
CREATE FUNCTION analytics_month(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first_day date := date_trunc('month', moment AT TIME ZONE 'UTC')::date;
  name text := 'analytics_events_' || to_char(first_day, 'YYYY_MM');
  begins timestamptz := first_day::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (first_day + interval '1 month')::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  -- One process makes it.
  PERFORM pg_advisory_xact_lock(hashtextextended('analytics months', 0));
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE analytics_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
  EXECUTE format('WITH moved AS (DELETE FROM analytics_events_default WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', begins, ends, name);
  EXECUTE format('ALTER TABLE analytics_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
END
$$;

-- How many of each kind, by quarters of an hour (UTC), for sums over the days of any time zone. The agent '' is all of the account, with
-- what belongs to no agent.
CREATE TABLE analytics_quarters (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL,
  bucket timestamptz NOT NULL,
  kind smallint NOT NULL,
  amount integer NOT NULL,
  PRIMARY KEY (account_id, agent_id, kind, bucket) INCLUDE (amount)
);
SELECT chatelier_wall('analytics_quarters');

-- The same by days (UTC), for what lies whole within a long period.
CREATE TABLE analytics_days (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL,
  day date NOT NULL,
  kind smallint NOT NULL,
  amount integer NOT NULL,
  PRIMARY KEY (account_id, agent_id, kind, day) INCLUDE (amount)
);
SELECT chatelier_wall('analytics_days');

-- Who did what within a quarter of an hour: for everything that counts people.
CREATE TABLE analytics_activity (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL,
  bucket timestamptz NOT NULL,
  visitor_id text NOT NULL,
  -- One bit for each kind: 1 << kind.
  kinds integer NOT NULL,
  -- How many messages they wrote, and conversations they began.
  messages integer NOT NULL,
  conversations integer NOT NULL,
  dims_id bigint,
  PRIMARY KEY (account_id, bucket, agent_id, visitor_id) INCLUDE (kinds, messages, conversations, dims_id)
);
CREATE INDEX analytics_activity_of_visitor ON analytics_activity (visitor_id, account_id);
SELECT chatelier_wall('analytics_activity');

-- Everything that the server knows by itself, written where all ways of writing it meet: at the rows. Numbers are those of `kinds`.
CREATE FUNCTION analytics_visitor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id)
    VALUES (NEW.account_id, 2, NEW.id, NEW.last_seen_at, NEW.agent_id, NEW.id);
  RETURN NULL;
END
$$;
-- A chat is opened when its visitor is made, and again when they come back after half an hour.
CREATE TRIGGER visitor_made_for_analytics AFTER INSERT ON visitors
  FOR EACH ROW WHEN (NOT NEW.is_preview AND NEW.channel <> 'api') EXECUTE FUNCTION analytics_visitor();
CREATE TRIGGER visitor_back_for_analytics AFTER UPDATE OF last_seen_at ON visitors
  FOR EACH ROW WHEN (NOT NEW.is_preview AND NEW.channel <> 'api' AND NEW.last_seen_at > OLD.last_seen_at + interval '30 minutes')
  EXECUTE FUNCTION analytics_visitor();

CREATE FUNCTION analytics_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
      VALUES (NEW.account_id, 3, NEW.id, NEW.created_at, NEW.agent_id, NEW.visitor_id, NEW.id);
    RETURN NULL;
  END IF;
  IF NEW.handler = 'waiting' AND OLD.handler <> 'waiting' THEN
    INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
      VALUES (NEW.account_id, 19, NEW.id, coalesce(NEW.waiting_since, NEW.last_message_at), NEW.agent_id, NEW.visitor_id, NEW.id);
  END IF;
  IF NEW.status = 'resolved' AND OLD.status <> 'resolved' THEN
    INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
      VALUES (NEW.account_id, 21, NEW.id, coalesce(NEW.resolved_at, NEW.last_message_at), NEW.agent_id, NEW.visitor_id, NEW.id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER conversation_begun_for_analytics AFTER INSERT ON conversations
  FOR EACH ROW WHEN (NOT NEW.is_preview) EXECUTE FUNCTION analytics_conversation();
CREATE TRIGGER conversation_changed_for_analytics AFTER UPDATE OF handler, status ON conversations
  FOR EACH ROW WHEN (NOT NEW.is_preview AND (OLD.handler <> NEW.handler OR OLD.status <> NEW.status))
  EXECUTE FUNCTION analytics_conversation();

-- Whether a message is one of a preview is found out by the loop.
CREATE FUNCTION analytics_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, visitor_id, conversation_id)
    VALUES (NEW.account_id, CASE NEW.role WHEN 'visitor' THEN 4 WHEN 'human' THEN 20 ELSE 5 END, NEW.id, NEW.created_at,
      NEW.visitor_id, NEW.conversation_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER message_written_for_analytics AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.role IN ('visitor', 'human') OR NEW.role = 'assistant' AND NEW.status = 'complete')
  EXECUTE FUNCTION analytics_message();
CREATE TRIGGER answer_ended_for_analytics AFTER UPDATE OF status ON messages
  FOR EACH ROW WHEN (NEW.role = 'assistant' AND OLD.status = 'streaming' AND NEW.status IN ('complete', 'stopped'))
  EXECUTE FUNCTION analytics_message();

-- Counted at the time of the answer, once up and once down at the most.
CREATE FUNCTION analytics_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, visitor_id, conversation_id)
    VALUES (NEW.account_id, CASE NEW.feedback WHEN 'up' THEN 8 ELSE 9 END, NEW.id, NEW.created_at, NEW.visitor_id, NEW.conversation_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER feedback_given_for_analytics AFTER UPDATE OF feedback ON messages
  FOR EACH ROW WHEN (NEW.feedback IS NOT NULL AND OLD.feedback IS DISTINCT FROM NEW.feedback)
  EXECUTE FUNCTION analytics_feedback();

CREATE FUNCTION analytics_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, about)
    VALUES (NEW.account_id, 11, NEW.id, NEW.created_at, NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER purchase_begun_for_analytics AFTER INSERT ON purchases
  FOR EACH ROW EXECUTE FUNCTION analytics_purchase();

-- That money came and went; how much is read where it is kept.
CREATE FUNCTION analytics_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, about)
    VALUES (NEW.account_id, CASE NEW.kind WHEN 'refund' THEN 13 ELSE 12 END, NEW.id, NEW.at, NEW.purchase_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER money_moved_for_analytics AFTER INSERT ON payment_movements
  FOR EACH ROW WHEN (NEW.kind IN ('payment', 'renewal', 'refund')) EXECUTE FUNCTION analytics_movement();

CREATE FUNCTION analytics_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
      VALUES (NEW.account_id, 15, NEW.id, NEW.started_at, NEW.agent_id, NEW.visitor_id, NEW.conversation_id);
  END IF;
  IF NEW.submitted_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.submitted_at IS NULL) THEN
    INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id)
      VALUES (NEW.account_id, 16, NEW.id, NEW.submitted_at, NEW.agent_id, NEW.visitor_id, NEW.conversation_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER form_begun_for_analytics AFTER INSERT ON form_submissions
  FOR EACH ROW EXECUTE FUNCTION analytics_submission();
CREATE TRIGGER form_sent_for_analytics AFTER UPDATE OF submitted_at ON form_submissions
  FOR EACH ROW WHEN (OLD.submitted_at IS NULL AND NEW.submitted_at IS NOT NULL) EXECUTE FUNCTION analytics_submission();

CREATE FUNCTION analytics_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, about)
    VALUES (NEW.account_id, 17, NEW.id::text, NEW.scanned_at, NEW.qr_code_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER code_scanned_for_analytics AFTER INSERT ON qr_scans
  FOR EACH ROW EXECUTE FUNCTION analytics_scan();

-- Views of landing pages are gathered before they are written; those of another day lie at its noon.
CREATE FUNCTION analytics_page_views() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added integer := NEW.views - CASE TG_OP WHEN 'INSERT' THEN 0 ELSE OLD.views END;
BEGIN
  IF added > 0 THEN
    INSERT INTO analytics_inbox (account_id, kind, id, at, about, amount)
      VALUES (NEW.account_id, 18, concat_ws(':', NEW.page_id, NEW.version, NEW.views),
        CASE WHEN NEW.day = (now() AT TIME ZONE 'UTC')::date THEN now() ELSE (NEW.day + time '12:00') AT TIME ZONE 'UTC' END,
        NEW.page_id, added);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER page_viewed_for_analytics AFTER INSERT OR UPDATE OF views ON landing_page_days
  FOR EACH ROW EXECUTE FUNCTION analytics_page_views();

CREATE FUNCTION analytics_tool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, conversation_id, amount)
    VALUES (NEW.account_id, 22, concat_ws(':', NEW.conversation_id, NEW.tool, NEW.used), clock_timestamp(), NEW.conversation_id,
      NEW.used - CASE TG_OP WHEN 'INSERT' THEN 0 ELSE OLD.used END);
  RETURN NULL;
END
$$;
CREATE TRIGGER tool_begun_for_analytics AFTER INSERT ON tool_uses
  FOR EACH ROW WHEN (NEW.used > 0) EXECUTE FUNCTION analytics_tool();
CREATE TRIGGER tool_used_for_analytics AFTER UPDATE OF used ON tool_uses
  FOR EACH ROW WHEN (NEW.used > OLD.used) EXECUTE FUNCTION analytics_tool();

CREATE FUNCTION analytics_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id)
    VALUES (NEW.account_id, 23, NEW.id, NEW.created_at, NEW.source_agent_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER contact_made_for_analytics AFTER INSERT ON contacts
  FOR EACH ROW EXECUTE FUNCTION analytics_contact();

-- While somebody is erased nothing of their account is counted, and the other way round: else what is counted meanwhile would keep
-- them. The loop takes the same lock.
CREATE FUNCTION analytics_lock(account text) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('analytics ' || account, 0))
$$;

-- Who is erased stays counted and is nobody any more: an id that is drawn now and stands nowhere else, without where they came from.
-- Over the wall, for what a member does not reach is theirs as well.
CREATE FUNCTION analytics_forget_visitors() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone record;
  nobody text;
BEGIN
  FOR gone IN SELECT account_id, id FROM erased WHERE NOT is_preview ORDER BY id LOOP
    PERFORM analytics_lock(gone.account_id);
    CONTINUE WHEN NOT EXISTS (SELECT FROM analytics_activity WHERE visitor_id = gone.id AND account_id = gone.account_id);
    nobody := 'gone_' || replace(gen_random_uuid()::text, '-', '');
    UPDATE analytics_events e SET visitor_id = nobody, conversation_id = NULL, dims_id = NULL
      FROM analytics_activity a
      WHERE a.visitor_id = gone.id AND a.account_id = gone.account_id
        AND e.account_id = a.account_id AND e.at >= a.bucket AND e.at < a.bucket + interval '15 minutes' AND e.visitor_id = gone.id;
    UPDATE analytics_activity SET visitor_id = nobody, dims_id = NULL WHERE visitor_id = gone.id AND account_id = gone.account_id;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER visitors_gone_for_analytics AFTER DELETE ON visitors
  REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION analytics_forget_visitors();

-- An agent takes with it what happened with it, also out of what its account counts in all.
CREATE FUNCTION analytics_forget_agent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM analytics_lock(OLD.account_id);
  WITH gone AS (DELETE FROM analytics_quarters WHERE account_id = OLD.account_id AND agent_id = OLD.id RETURNING kind, bucket, amount)
    UPDATE analytics_quarters q SET amount = q.amount - gone.amount FROM gone
    WHERE q.account_id = OLD.account_id AND q.agent_id = '' AND q.kind = gone.kind AND q.bucket = gone.bucket;
  WITH gone AS (DELETE FROM analytics_days WHERE account_id = OLD.account_id AND agent_id = OLD.id RETURNING kind, day, amount)
    UPDATE analytics_days d SET amount = d.amount - gone.amount FROM gone
    WHERE d.account_id = OLD.account_id AND d.agent_id = '' AND d.kind = gone.kind AND d.day = gone.day;
  DELETE FROM analytics_activity WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  DELETE FROM analytics_events WHERE account_id = OLD.account_id AND agent_id = OLD.id;
  RETURN OLD;
END
$$;
CREATE TRIGGER agent_gone_for_analytics BEFORE DELETE ON agents
  FOR EACH ROW EXECUTE FUNCTION analytics_forget_agent();
