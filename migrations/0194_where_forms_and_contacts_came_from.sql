-- On which page a form was filled, and where its reader came from.
ALTER TABLE form_submissions ADD COLUMN landing_url text, ADD COLUMN referrer text;

-- Campaigns of forms in landing pages were kept under other names than those of all other forms.
UPDATE form_submissions SET utm = (
    SELECT coalesce(jsonb_object_agg('utm_' || name, value), '{}') FROM jsonb_each(utm) AS said(name, value)
  )
  WHERE landing_page_id IS NOT NULL AND utm ?| ARRAY['source', 'medium', 'campaign', 'term', 'content'];

-- The campaign by which a contact came: it was looked for in an address that is kept without its query.
ALTER TABLE contacts ADD COLUMN utm jsonb NOT NULL DEFAULT '{}';
UPDATE contacts SET utm = came.utm FROM (
    SELECT DISTINCT ON (contact_id) contact_id, utm FROM visitors
    WHERE contact_id IS NOT NULL AND utm <> '{}' ORDER BY contact_id, created_at
  ) AS came
  WHERE contacts.id = came.contact_id;
