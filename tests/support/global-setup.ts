import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection address with `{database}` in place of the database's name. */
    databaseUrl: string;
    templateDatabase: string;
  }
}

const migrations = path.join(import.meta.dirname, '../../migrations');

/**
 * Makes the tables of the job queue, as the first start of a server on a new database does: the servers of a hundred test
 * files would each make them anew. The tests of starting and of power cuts begin with nothing.
 */
async function prepareQueue(connectionString: string): Promise<void> {
  const queue = new PgBoss({ connectionString, schedule: false, supervise: false });
  await queue.start();
  await queue.stop({ graceful: false });
}

/**
 * One PostgreSQL for the whole run, with one migrated database that every test file copies. `DATABASE_URL`
 * names another server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const folder = given ? null : mkdtempSync(path.join(tmpdir(), 'chatelier-test-'));
  const embedded = folder ? await startEmbeddedPostgres({ folder }) : null;
  const urlOf = (database: string): string => {
    if (embedded) return embedded.url(database);
    const url = new URL(given ?? '');
    url.pathname = `/${database}`;
    return url.href;
  };
  const templateDatabase = `chatelier_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: embedded ? embedded.url('postgres') : given });
  await admin.connect();
  if (embedded) {
    // What is thrown away after the run need not survive a power cut; the thousand files of each copy are not
    // forced to the disk.
    for (const statement of [
      'ALTER SYSTEM SET fsync = off',
      'ALTER SYSTEM SET full_page_writes = off',
      'SELECT pg_reload_conf()',
    ])
      await admin.query(statement);
  }
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  await migrate(urlOf(templateDatabase), migrations);
  await prepareQueue(urlOf(templateDatabase));
  project.provide('databaseUrl', urlOf('{database}').replace('%7Bdatabase%7D', '{database}'));
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`);
    await admin.end();
    await embedded?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
}
