-- A visitor may ask for a summary of the whole conversation: one for each point of it, beside the stretches
-- that are summed up by themselves.
ALTER TABLE conversation_summaries ADD COLUMN kind text NOT NULL DEFAULT 'stretch'
  CHECK (kind IN ('stretch', 'copy'));
ALTER TABLE conversation_summaries DROP CONSTRAINT conversation_summaries_stretch;
CREATE UNIQUE INDEX conversation_summaries_stretch ON conversation_summaries (conversation_id, from_seq)
  WHERE kind = 'stretch';
CREATE UNIQUE INDEX conversation_summaries_copy ON conversation_summaries (conversation_id, through_seq)
  WHERE kind = 'copy';
