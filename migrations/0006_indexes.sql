-- Removing an agent removes its visitors one by one; each looks for its messages. Keys that are null do not collide.
DROP INDEX messages_client_key;
CREATE UNIQUE INDEX messages_client_key ON messages (visitor_id, client_message_id);

-- Avatars are asked for by anybody, by their hash.
CREATE INDEX agents_of_avatar ON agents (avatar_hash) WHERE avatar_hash IS NOT NULL;
