import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { quoted, type CopyHead, type CopyTable } from './copy-format.ts';

/** How far a copy has come. */
export type CopyProgress = {
  tables: number;
  allTables: number;
  rows: number;
};

/** About so many characters are read at once, so that nobody waits for the copy. */
const stepSize = 262_144;
const mostAtOnce = 2_000;

async function tablesOf(client: pg.Client, without: readonly string[]): Promise<CopyTable[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = '' AND NOT c.relname = ANY($1::text[])
      ORDER BY c.relname, a.attnum`,
    [['schema_migrations', ...without]],
  );
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => ({
    table,
    columns: columns.map(({ name, type }) => ({ name, type })),
  }));
}

async function headOf(client: pg.Client, version: string): Promise<CopyHead> {
  const migrations = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  const sequences = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  const now = await client.query<{ at: Date }>('SELECT now() AS at');
  return {
    chatelier: 'backup',
    format: 1,
    version,
    at: (now.rows[0]?.at ?? new Date(0)).toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
  };
}

/** The rows of a table as lines, a small step at a time. */
async function* rowsOf(
  client: pg.Client,
  { table, columns }: CopyTable,
  counted: (rows: number) => void,
): AsyncGenerator<string> {
  const wanted = columns.map(({ name }, at) => `${quoted(name)}::text AS c${at}`).join(', ');
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${wanted} FROM public.${quoted(table)}`);
  // A file may be in each row: the first step shows how large they are.
  let atOnce = columns.some(({ type }) => type === 'bytea') ? 1 : 100;
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${atOnce} FROM copied`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    counted(rows.length);
    yield lines;
    atOnce = Math.max(1, Math.min(mostAtOnce, Math.round((rows.length * stepSize) / lines.length)));
  }
  await client.query('CLOSE copied');
}

/**
 * Writes a copy of the database as it is at one moment, while everybody goes on. The file is there only once it is
 * whole and on the disk. Background work that waits is not in it.
 * @param without tables whose rows stay out
 * @returns its bytes, and how many rows it has
 */
export async function writeCopy(options: {
  url: string;
  file: string;
  version: string;
  without: readonly string[];
  progress(far: CopyProgress): void;
  signal: AbortSignal;
}): Promise<{ bytes: number; rows: number }> {
  const { file, signal } = options;
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'chatelier backup',
    connectionTimeoutMillis: 10_000,
  });
  const part = `${file}.part`;
  let rows = 0;
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = await headOf(client, options.version);
    const tables = await tablesOf(client, options.without);
    async function* lines(): AsyncGenerator<string> {
      yield `${JSON.stringify(head)}\n`;
      for (const [at, table] of tables.entries()) {
        options.progress({ tables: at, allTables: tables.length, rows });
        yield `${JSON.stringify(table)}\n`;
        yield* rowsOf(client, table, (read) => {
          rows += read;
        });
      }
      yield `${JSON.stringify({ end: true, rows })}\n`;
      options.progress({ tables: tables.length, allTables: tables.length, rows });
    }
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
      { signal },
    );
    await rename(part, file);
    return { bytes: (await stat(file)).size, rows };
  } finally {
    await client.end();
    await rm(part, { force: true });
  }
}
