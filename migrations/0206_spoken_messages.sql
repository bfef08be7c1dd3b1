-- What visitors said aloud instead of writing it.
ALTER TABLE messages ADD COLUMN is_spoken boolean NOT NULL DEFAULT false;
