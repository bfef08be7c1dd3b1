-- One key for each way of signing. Secrets that were made before sign tokens and hashes alike, and go on until their owners make new ones.
ALTER TABLE identity_secrets ADD COLUMN is_shared boolean NOT NULL DEFAULT true;
