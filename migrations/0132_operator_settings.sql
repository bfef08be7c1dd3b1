-- What the superadmin set for the whole server. Sealed with the server's key, whatever it is: some are secrets.
CREATE TABLE operator_settings (
  key text PRIMARY KEY,
  sealed text NOT NULL,
  updated_at timestamptz NOT NULL
);
