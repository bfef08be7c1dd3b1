import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { withQuickImports } from './quick-imports.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection address with `{database}` in place of the database's name. */
    databaseUrl: string;
    templateDatabase: string;
  }
}

const migrations = path.join(import.meta.dirname, '../../migrations');

/**
 * Makes the tables and the queues of background work, as the first start of a server on a new database does: the servers
 * of a hundred test files would each make them anew. In a process of its own, which knows all kinds of work. The tests of
 * starting and of power cuts begin with nothing.
 */
async function prepareQueues(url: string): Promise<void> {
  const script = path.join(import.meta.dirname, 'app/prepare-queues.ts');
  await promisify(execFile)(process.execPath, [...withQuickImports, script, url]);
}

/**
 * One PostgreSQL for the whole run, with one migrated database that every test file copies. `DATABASE_URL`
 * names another server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const folder = given ? null : mkdtempSync(path.join(tmpdir(), 'chatelier-test-'));
  // Several servers at once, each with a pool of its own, and tests that ask for everything in all tables.
  const embedded = folder ? await startEmbeddedPostgres({ folder, maxConnections: 400 }) : null;
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
    // forced to the disk, and no commit writes its log by itself: a tenth of a commit's work.
    for (const statement of [
      'ALTER SYSTEM SET fsync = off',
      'ALTER SYSTEM SET synchronous_commit = off',
      'ALTER SYSTEM SET full_page_writes = off',
      'SELECT pg_reload_conf()',
    ])
      await admin.query(statement);
  }
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  await migrate(urlOf(templateDatabase), migrations);
  await prepareQueues(urlOf(templateDatabase));
  project.provide('databaseUrl', urlOf('{database}').replace('%7Bdatabase%7D', '{database}'));
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`);
    await admin.end();
    await embedded?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
}
