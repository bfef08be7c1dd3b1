-- A form may stand in a message of a conversation, as a card: the submission knows in which.
ALTER TABLE form_submissions ADD COLUMN message_id text;
