-- jsonb sorts the keys of an object by their length: parameters of a function came back in another order than they were
-- written in, to the editor, to models, to whoever approves a call. json keeps the text. Rows from before keep the order
-- that they were left with.
ALTER TABLE functions ALTER COLUMN definition TYPE json USING definition::json;
ALTER TABLE function_versions ALTER COLUMN definition TYPE json USING definition::json;
ALTER TABLE mcp_connections ALTER COLUMN tools DROP DEFAULT, ALTER COLUMN tools TYPE json USING tools::json;
ALTER TABLE mcp_connections ALTER COLUMN tools SET DEFAULT '[]';
ALTER TABLE tool_requests ALTER COLUMN arguments TYPE json USING arguments::json;
ALTER TABLE page_calls ALTER COLUMN arguments TYPE json USING arguments::json;
