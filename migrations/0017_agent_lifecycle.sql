-- What visitors of a paused agent read; empty: the chat's own text.
ALTER TABLE agents ADD COLUMN closed_message text NOT NULL DEFAULT '';
