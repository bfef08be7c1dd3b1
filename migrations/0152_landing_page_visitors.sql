-- By which landing page, and which version of it, somebody came to a chat or a form. What they wrote and paid stays when
-- the page goes, so nothing refers to it.
ALTER TABLE visitors ADD COLUMN landing_page_id text, ADD COLUMN landing_page_version integer,
  -- The campaign in that page's address.
  ADD COLUMN utm jsonb NOT NULL DEFAULT '{}';
CREATE INDEX visitors_by_landing_page ON visitors (landing_page_id, created_at) WHERE landing_page_id IS NOT NULL;
ALTER TABLE form_submissions ADD COLUMN landing_page_id text, ADD COLUMN landing_page_version integer;
CREATE INDEX form_submissions_by_landing_page ON form_submissions (landing_page_id, started_at) WHERE landing_page_id IS NOT NULL;
