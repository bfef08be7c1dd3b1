-- Printed codes outlive everything: the code in the picture never changes, only where it leads.
CREATE TABLE qr_codes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents ON DELETE CASCADE,
  code text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  target_url text NOT NULL DEFAULT '',
  color text NOT NULL,
  background text NOT NULL,
  logo text NOT NULL DEFAULT '',
  scan_count integer NOT NULL DEFAULT 0,
  last_scan_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX qr_codes_code ON qr_codes (code);
CREATE INDEX qr_codes_of_agent ON qr_codes (agent_id, created_at DESC, id DESC);
CREATE INDEX qr_codes_of_account ON qr_codes (account_id);
SELECT chatelier_wall('qr_codes');

-- One row a scan, for figures by day and device; it names nobody.
CREATE TABLE qr_scans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  qr_code_id text NOT NULL REFERENCES qr_codes ON DELETE CASCADE,
  device text,
  scanned_at timestamptz NOT NULL
);
CREATE INDEX qr_scans_of_code ON qr_scans (qr_code_id, scanned_at);
CREATE INDEX qr_scans_of_account ON qr_scans (account_id, scanned_at);
SELECT chatelier_wall('qr_scans');
