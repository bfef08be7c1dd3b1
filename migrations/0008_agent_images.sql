-- Pictures of agents: part of what is drafted and published, so they lie beside the agents and are named by their hash.
CREATE TABLE agent_images (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  hash text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('avatar', 'background')),
  type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash)
);
-- Anybody asks for them, by hash.
CREATE INDEX agent_images_by_hash ON agent_images (hash);
CREATE INDEX agent_images_by_age ON agent_images (created_at);
SELECT chatelier_wall('agent_images');

INSERT INTO agent_images (account_id, hash, kind, type, bytes, created_at)
  SELECT DISTINCT ON (account_id, avatar_hash) account_id, avatar_hash, 'avatar', coalesce(avatar_type, 'image/webp'), avatar, now()
  FROM agents WHERE avatar IS NOT NULL AND avatar_hash IS NOT NULL;

-- What visitors saw stays what they see, in the draft, the live configuration and every version.
CREATE FUNCTION pg_temp.with_avatar(configuration jsonb, hash text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN configuration IS NULL THEN NULL ELSE
    jsonb_set(configuration, '{appearance}', coalesce(configuration->'appearance', '{}') || jsonb_build_object('avatar', hash)) END
$$;
UPDATE agent_versions v SET configuration = pg_temp.with_avatar(v.configuration, a.avatar_hash)
  FROM agents a WHERE a.id = v.agent_id AND a.avatar IS NOT NULL AND a.avatar_hash IS NOT NULL;
UPDATE agents SET draft = pg_temp.with_avatar(draft, avatar_hash), live = pg_temp.with_avatar(live, avatar_hash)
  WHERE avatar IS NOT NULL AND avatar_hash IS NOT NULL;

DROP INDEX agents_of_avatar;
ALTER TABLE agents DROP COLUMN avatar, DROP COLUMN avatar_type, DROP COLUMN avatar_hash;
