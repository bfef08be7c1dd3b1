import type pg from 'pg';

/** Whether this connection may work as the role that sees one account only. */
export async function mayUseWallRole(client: pg.ClientBase, role: string): Promise<boolean> {
  const result = await client.query<{ member: boolean }>(
    `SELECT coalesce(bool_or(pg_has_role(current_user, oid, 'MEMBER')), false) AS member FROM pg_roles
      WHERE rolname = $1`,
    [role],
  );
  return result.rows[0]?.member ?? false;
}

/**
 * Sees to it that accounts are kept apart also where the database's user may not make or use the wall's role:
 * then the tables' owner is held to the same rule, whenever a transaction names an account. False when
 * nothing can hold this user back.
 */
export async function ensureWall(client: pg.ClientBase, role: string): Promise<boolean> {
  if (await mayUseWallRole(client, role)) return true;
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.free ?? true) return false;
  await client.query(`
    DO $$
    DECLARE target regclass;
    BEGIN
      FOR target IN SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity AND NOT relforcerowsecurity LOOP
        EXECUTE format('CREATE POLICY account_wall_of_owner ON %s USING (current_user <> ''${role}'' AND (SELECT coalesce(current_setting(''app.account_id'', true), '''')) IN ('''', account_id))', target);
        EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
      END LOOP;
    END
    $$`);
  return true;
}
