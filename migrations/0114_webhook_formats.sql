-- How events are sent: as signed JSON, or as a message into a chat of the team.
ALTER TABLE webhooks ADD COLUMN format text NOT NULL DEFAULT 'events' CHECK (format IN ('events', 'slack', 'discord'));
