-- Since when an agent lies in the bin, from which it can be brought back for seven days. Meanwhile it is archived.
ALTER TABLE agents ADD COLUMN binned_at timestamptz;
CREATE INDEX agents_binned ON agents (binned_at) WHERE binned_at IS NOT NULL;
