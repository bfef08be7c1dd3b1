-- What an answer shows besides its text, and the questions that are proposed under it.
ALTER TABLE messages ADD COLUMN parts jsonb NOT NULL DEFAULT '[]', ADD COLUMN suggestions jsonb NOT NULL DEFAULT '[]';
