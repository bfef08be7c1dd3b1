-- A session whose person lost their access is kept until it would have ended by itself: a browser that was away meanwhile is told why.
ALTER TABLE sessions ADD COLUMN access_ended_at timestamptz;
