-- Answers that are no gap any more, because somebody answered better or said so.
CREATE TABLE answer_gaps_closed (
  message_id text PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  how text NOT NULL CHECK (how IN ('answered', 'dismissed')),
  closed_at timestamptz NOT NULL
);
SELECT chatelier_wall('answer_gaps_closed');
