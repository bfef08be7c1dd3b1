import path from 'node:path';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/app/test-database.ts';
import { brokenWalls, drift, readTables } from './database-rules.ts';
import { filesIn, projectFolder, readTree } from './source-tree.ts';

/** Tables with an account that stand outside the wall, each with its reason. */
const outsideTheWall = {
  outbox_mails: 'read by the superadmin and the mail job only; the account is a note',
};

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** Runs statements, looks, and takes everything back. */
async function after(statements: string): Promise<Awaited<ReturnType<typeof readTables>>> {
  const client = await test.database.pool.connect();
  try {
    await client.query(`BEGIN; ${statements}`);
    return await readTables(client as unknown as Parameters<typeof readTables>[0]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function tableModules(): Promise<Record<string, unknown>> {
  const files = filesIn(readTree(), ['src'], ['.table.ts']);
  const modules = await Promise.all(
    files.map(async (file) => (await import(path.join(projectFolder, file))) as Record<string, unknown>),
  );
  return Object.assign({}, ...modules) as Record<string, unknown>;
}

describe('the migrated database', () => {
  it('has every table with an account behind the wall, and shows nothing else to scoped work', async () => {
    expect(brokenWalls(await readTables(test.database.pool), outsideTheWall)).toEqual([]);
  });

  it('has the tables that the code describes: columns, types, nulls, defaults', async () => {
    const modules = await tableModules();
    expect(Object.keys(modules).length).toBeGreaterThan(10);
    expect(drift(modules, await readTables(test.database.pool))).toEqual([]);
  });
});

describe('the check of the database', () => {
  it('notices a table without the wall, a wall with a hole, and a table that is open by mistake', async () => {
    const tables = await after(`
      CREATE TABLE bare (account_id text);
      CREATE TABLE holed (account_id text); SELECT chatelier_wall('holed'); CREATE POLICY hole ON holed USING (true);
      CREATE TABLE open_by_mistake (id text); GRANT SELECT ON open_by_mistake TO chatelier_app;
      CREATE TABLE good (account_id text); SELECT chatelier_wall('good');`);
    expect(brokenWalls(tables, outsideTheWall).map((line) => line.split(' ')[0])).toEqual([
      'bare',
      'holed',
      'open_by_mistake',
    ]);
  });

  it('notices columns that the code and the migrations tell differently', async () => {
    const tables = await after(
      'CREATE TABLE things (id text PRIMARY KEY, size bigint NOT NULL, colour text, forgotten text)',
    );
    const things = pgTable('things', {
      id: text().primaryKey(),
      size: integer().notNull(),
      colour: text().notNull(),
      invented: text(),
    });
    expect(drift({ things, unborn: pgTable('unborn', { id: text() }) }, tables)).toEqual([
      'things.size is integer in the code and bigint in the database',
      'things.colour may not be null in the code and may in the database',
      'things.invented is in no migration',
      'things.forgotten is missing in the code',
      'unborn is in no migration',
    ]);
  });
});
