-- Copies of the whole database that superadmins made. Belongs to the server, not to an account, and stays out of the
-- copies themselves.
CREATE TABLE backups (
  id text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed')),
  -- Why it failed, as it was found.
  failure text,
  -- How far it has come.
  tables integer NOT NULL DEFAULT 0,
  all_tables integer NOT NULL DEFAULT 0,
  copied_rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- The file in the folder of backups.
  file_name text NOT NULL,
  started_by text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- One at a time.
CREATE UNIQUE INDEX backups_under_way ON backups ((true)) WHERE status IN ('queued', 'running');
