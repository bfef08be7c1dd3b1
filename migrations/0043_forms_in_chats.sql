-- Who sends a form inside a chat.
ALTER TABLE form_submissions ADD COLUMN visitor_id text REFERENCES visitors ON DELETE SET NULL;
CREATE INDEX form_submissions_of_visitor ON form_submissions (visitor_id) WHERE visitor_id IS NOT NULL;
