-- What two versions of a page are compared by.
ALTER TABLE landing_pages ADD COLUMN experiment_goal text NOT NULL DEFAULT 'conversations'
  CHECK (experiment_goal IN ('conversations', 'submissions', 'purchases'));
