-- The inbox asks for rare countries, and so does the list of contacts.
CREATE INDEX contacts_by_country ON contacts (account_id, country) WHERE country IS NOT NULL;
