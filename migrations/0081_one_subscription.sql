-- One person has one subscription to an agent: one that was paid beside it is given back and opens nothing.
ALTER TABLE purchases ADD COLUMN is_surplus boolean NOT NULL DEFAULT false;
