-- What superadmins did is read over all accounts, newest first.
CREATE INDEX audit_entries_of_superadmins ON audit_entries (id DESC)
  WHERE action LIKE 'operator.%' OR action LIKE 'blog.%';
