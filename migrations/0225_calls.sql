-- Stretches in which a visitor and an agent talked: what is left of them beside the messages that were said.
CREATE TABLE calls (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  visitor_id text NOT NULL REFERENCES visitors ON DELETE CASCADE,
  -- Nothing before the first word was sent.
  conversation_id text REFERENCES conversations ON DELETE CASCADE,
  -- Made by the visitor's browser: telling of a call again is telling of the same one.
  key text NOT NULL,
  is_preview boolean NOT NULL,
  -- Who understands and speaks: `browser`, or a vendor.
  provider text NOT NULL,
  way text NOT NULL CHECK (way IN ('browser', 'sentences', 'live')),
  language text NOT NULL,
  began_at timestamptz NOT NULL,
  -- A browser tells every few seconds; a call that is told of no more ended then.
  told_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  turns integer NOT NULL DEFAULT 0,
  interruptions integer NOT NULL DEFAULT 0,
  -- Answers that were heard, and how long it took them all together from the question to the first sound.
  sounds integer NOT NULL DEFAULT 0,
  sound_ms integer NOT NULL DEFAULT 0,
  -- What vendors of speech cost, and what the answers did, in millionths of a dollar.
  speech_micros bigint NOT NULL DEFAULT 0,
  answer_micros bigint NOT NULL DEFAULT 0,
  -- Messages that a started minute takes, as it was told before; 0: each message is charged as one that is typed.
  minute_messages integer NOT NULL,
  minutes_paid integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX calls_key ON calls (visitor_id, key);
-- Nobody talks in two at once.
CREATE UNIQUE INDEX calls_running ON calls (visitor_id) WHERE ended_at IS NULL;
CREATE INDEX calls_of_account ON calls (account_id, began_at DESC, id DESC);
CREATE INDEX calls_of_agent ON calls (agent_id, began_at DESC);
CREATE INDEX calls_of_conversation ON calls (conversation_id);
CREATE INDEX calls_untold ON calls (told_at) WHERE ended_at IS NULL;
SELECT chatelier_wall('calls');

-- Voice minutes are counted when a call is over; see `kinds` in src/features/analytics/server/events/kinds.models.ts.
CREATE FUNCTION analytics_call_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analytics_inbox (account_id, kind, id, at, agent_id, visitor_id, conversation_id, amount)
    VALUES (NEW.account_id, 24, NEW.id, date_trunc('milliseconds', NEW.began_at), NEW.agent_id, NEW.visitor_id, NEW.conversation_id,
      greatest(1, ceil(extract(epoch FROM NEW.ended_at - NEW.began_at) / 60))::int);
  RETURN NULL;
END
$$;
CREATE TRIGGER analytics_call_ended AFTER UPDATE OF ended_at ON calls FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NOT NEW.is_preview) EXECUTE FUNCTION analytics_call_ended();
