-- An agent may have several models that end: of each end its owners are written to once.
ALTER TABLE agents ALTER COLUMN model_end_told TYPE text[]
  USING CASE WHEN model_end_told IS NULL THEN '{}'::text[] ELSE ARRAY[model_end_told] END;
ALTER TABLE agents ALTER COLUMN model_end_told SET DEFAULT '{}';
ALTER TABLE agents ALTER COLUMN model_end_told SET NOT NULL;
ALTER TABLE agents RENAME COLUMN model_end_told TO model_ends_told;
