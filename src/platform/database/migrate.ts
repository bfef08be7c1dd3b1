import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { ensureWall } from './account-wall.ts';
import { wallRole } from './database.ts';

/**
 * The database can't be brought to this version; `message` is one line for the person who started the server.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

type Migration = {
  name: string;
  text: string;
  checksum: string;
};

// Any number that no other program is likely to use on the same database.
const lockKey = 7_263_541_908;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Applies some migrations and remembers them, all or none. Throws what the database says. */
async function apply(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('BEGIN');
  try {
    for (const migration of migrations) await client.query(migration.text);
    await client.query(
      'INSERT INTO schema_migrations (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])',
      [migrations.map(({ name }) => name), migrations.map(({ checksum }) => checksum)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Applies all migrations to an empty database at once: a hundred transactions wait for the disk a hundred times.
 * False where that can't be, as in a database that has no room for so many locks; then nothing was changed.
 */
async function applyAtOnce(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  return apply(client, migrations).then(
    () => true,
    () => false,
  );
}

/**
 * Applies the SQL files of `folder` that the database does not have yet, in order of name, each in its own
 * transaction; all in one where it has none.
 * Several processes may call it at once: one works, the others wait. Returns the names that were applied.
 * With `upTo` it stops after that file, and the rest waits for the next call.
 * Throws `MigrationError` when the database is newer than the code or an applied file was changed.
 */
export async function migrate(
  url: string,
  folder: string,
  { upTo }: { upTo?: string | undefined } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => upTo === undefined || name <= upTo);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const version = await client.query<{ number: number }>(
      `SELECT current_setting('server_version_num')::int AS number`,
    );
    if ((version.rows[0]?.number ?? 0) < 150_000)
      throw new MigrationError('The database is older than PostgreSQL 15.');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations ORDER BY name',
    );
    const unknown = rows.find((row) => !migrations.some((migration) => migration.name === row.name));
    if (unknown)
      throw new MigrationError(
        `The database was made by a newer version of Chatelier (it has ${unknown.name}). Start that version instead.`,
      );
    const applied: string[] = [];
    if (rows.length === 0 && (await applyAtOnce(client, migrations)))
      applied.push(...migrations.map(({ name }) => name));
    for (const migration of migrations) {
      const row = rows.find((candidate) => candidate.name === migration.name);
      if (row && row.checksum !== migration.checksum)
        throw new MigrationError(
          `The migration ${migration.name} was changed after it had been applied to this database.`,
        );
      if (row || applied.includes(migration.name)) continue;
      await apply(client, [migration]).catch((cause: unknown) => {
        throw new MigrationError(
          `The migration ${migration.name} failed: ${cause instanceof Error ? cause.message : 'unknown reason'}`,
          { cause },
        );
      });
      applied.push(migration.name);
    }
    if (!(await ensureWall(client, wallRole))) {
      throw new MigrationError(
        `The database's user may look over the wall between accounts and may not take the role ${wallRole}. Let an administrator run: CREATE ROLE ${wallRole} NOLOGIN; GRANT ${wallRole} TO the user of DATABASE_URL.`,
      );
    }
    return applied;
  } catch (error) {
    // A right that is missing, a full disk, a read-only server: what the database says is what the person
    // needs to know.
    if (error instanceof pg.DatabaseError)
      throw new MigrationError(
        `The database can't be prepared: ${error.message}. Its user needs to own the database, or the right to create in it and in its schema.`,
        { cause: error },
      );
    throw error;
  } finally {
    await client.end();
  }
}
