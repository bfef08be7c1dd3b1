import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { migrate, MigrationError } from './migrate.ts';

const name = `migrate_${process.pid}`;
const base = inject('databaseUrl');
const url = base.replace('{database}', name);
const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-migrations-'));
const admin = new pg.Client({ connectionString: base.replace('{database}', 'postgres') });
beforeAll(() => admin.connect());
afterEach(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
afterAll(async () => {
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsOf(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const put = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
// The role of the wall is there already: the database that all tests copy has it.
const write = (second: string): void => {
  put('0001_one.sql', 'CREATE TABLE one (id int)');
  put('0002_two.sql', second);
};

test('a new database gets everything in one transaction, and what comes later each in its own', async () => {
  await admin.query(`CREATE DATABASE ${name}`);
  write('CREATE TABLE two (id int)');
  expect(await migrate(url, folder)).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(
    await rowsOf('SELECT count(DISTINCT xmin::text)::int AS transactions FROM schema_migrations'),
  ).toEqual([{ transactions: 1 }]);
  put('0003_three.sql', 'CREATE TABLE three (id int)');
  put('0004_four.sql', 'CREATE TABLE four (id int)');
  expect(await migrate(url, folder)).toEqual(['0003_three.sql', '0004_four.sql']);
  expect(
    await rowsOf(
      'SELECT count(*)::int AS migrations, count(DISTINCT xmin::text)::int AS transactions FROM schema_migrations',
    ),
  ).toEqual([{ migrations: 4, transactions: 3 }]);
  expect(await migrate(url, folder)).toEqual([]);
  for (const file of ['0003_three.sql', '0004_four.sql']) rmSync(path.join(folder, file));
});

test('where not all can be applied at once, each is by itself, and the one that fails is named', async () => {
  await admin.query(`CREATE DATABASE ${name}`);
  write('CREATE TABLE two (id no_such_type)');
  const failure = await migrate(url, folder).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toMatch(/^The migration 0002_two\.sql failed: .*no_such_type/);
  expect(await rowsOf('SELECT name FROM schema_migrations')).toEqual([{ name: '0001_one.sql' }]);
  write('CREATE TABLE two (id int)');
  expect(await migrate(url, folder)).toEqual(['0002_two.sql']);
});
