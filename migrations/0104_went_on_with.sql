-- The agent with which a visitor went on, at the visitor of the one that they met first; null: with that one.
ALTER TABLE visitors ADD COLUMN went_on_with text REFERENCES agents ON DELETE SET NULL;
CREATE INDEX visitors_went_on_with ON visitors (went_on_with) WHERE went_on_with IS NOT NULL;
