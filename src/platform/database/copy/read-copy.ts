import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { migrate } from '#platform/database/migrate.ts';
import { copyEnd, CopyError, copyHead, copyRow, copyTable, quoted, type CopyTable } from './copy-format.ts';

/** About so many characters of rows are written with one statement. */
const stepSize = 1_048_576;

const notWhole = (): CopyError =>
  new CopyError('This file is no whole backup of Chatelier. Take another one, or copy it again.');

/** The lines of a copy. @throws `CopyError` where it can't be unpacked */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const read = createReadStream(file);
  read.on('error', (error) => unpacked.destroy(error));
  read.pipe(unpacked).setEncoding('utf8');
  // What began and did not end yet: a row may be longer than many pieces, and holds what readers of lines split at.
  let begun: string[] = [];
  try {
    for await (const piece of unpacked as AsyncIterable<string>) {
      const [first = '', ...others] = piece.split('\n');
      begun.push(first);
      for (const next of others) {
        yield begun.join('');
        begun = [next];
      }
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_')) throw notWhole();
    throw error;
  }
  if (begun.some((piece) => piece !== '')) yield begun.join('');
}

function parsed(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    throw notWhole();
  }
}

async function writeRows(
  client: pg.Client,
  { table, columns }: CopyTable,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const values = columns.map(({ type }, at) => `(r->>${at})::${type}`).join(', ');
  await client.query(
    `INSERT INTO public.${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')})
      OVERRIDING SYSTEM VALUE SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS r`,
    [JSON.stringify(rows)],
  );
}

/** Everything that was there goes, with the background work that belonged to it. */
async function empty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> 'schema_migrations'`,
  );
  await client.query(
    `TRUNCATE ${rows.map(({ name }) => `public.${quoted(name)}`).join(', ')} RESTART IDENTITY`,
  );
  await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
}

/**
 * Puts a copy into a database, in one transaction: it is there whole, or nothing changed. What is newer in this
 * version's tables comes with its next start.
 * @throws `CopyError` where the file is not whole or newer than this version, or people use the database already
 */
export async function readCopy(options: {
  url: string;
  file: string;
  migrations: string;
}): Promise<{ at: string; rows: number }> {
  const lines = linesOf(options.file);
  const head = copyHead.safeParse(parsed((await lines.next()).value as string | undefined));
  if (!head.success) throw notWhole();
  const { migrations, sequences, version, at } = head.data;
  const known = await readdir(options.migrations);
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown)
    throw new CopyError(
      `This backup was made by Chatelier ${version}, which is newer (it has ${unknown}). Restore it with that version.`,
    );
  await migrate(options.url, options.migrations, { upTo: migrations.at(-1) });
  const client = new pg.Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('BEGIN');
    const people = await client.query<{ are: boolean }>('SELECT EXISTS (SELECT FROM users) AS are');
    if (people.rows[0]?.are === true)
      throw new CopyError('People use this database already. Restore into an empty one: another DATA_DIR.');
    // Tables refer to each other in rings, and their triggers ran when the rows were made.
    await client.query('SET LOCAL session_replication_role = replica').catch((cause: unknown) => {
      throw new CopyError('The database’s user may not restore. It has to be a superuser of PostgreSQL.', {
        cause,
      });
    });
    await empty(client);
    let table: CopyTable | null = null;
    let [count, size] = [0, 0];
    let waiting: (string | null)[][] = [];
    let end: number | null = null;
    const flush = async (): Promise<void> => {
      if (table && waiting.length > 0) await writeRows(client, table, waiting);
      [waiting, size] = [[], 0];
    };
    for await (const line of lines) {
      const value = parsed(line);
      const row = copyRow.safeParse(value);
      if (row.success) {
        if (row.data.length !== table?.columns.length) throw notWhole();
        waiting.push(row.data);
        count += 1;
        size += line.length;
        if (size > stepSize) await flush();
        continue;
      }
      await flush();
      const next = copyTable.safeParse(value);
      if (next.success) table = next.data;
      else end = copyEnd.safeParse(value).data?.rows ?? null;
    }
    if (end !== count) throw notWhole();
    for (const [name, last] of Object.entries(sequences))
      await client.query(
        'SELECT setval(place, $2::bigint) FROM to_regclass($1) AS place WHERE place IS NOT NULL',
        [`public.${quoted(name)}`, last],
      );
    await client.query('COMMIT');
    return { at, rows: count };
  } finally {
    await client.end();
  }
}
