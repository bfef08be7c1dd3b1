-- When a call began: it counts as lost so long after that, however long ago somebody said yes to it.
ALTER TABLE tool_requests ADD COLUMN started_at timestamptz;
UPDATE tool_requests SET started_at = decided_at WHERE state = 'running';
