import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { createSilentLogger } from '#platform/log/logger.ts';

export type TestDatabase = {
  database: Database;
  url: string;
  close(): Promise<void>;
};

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl').replace('{database}', 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated database of its own, for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `chatelier_test_${randomBytes(6).toString('hex')}`;
  // By files, which nobody changes: two thirds of the time that their pages take through the log.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')} STRATEGY FILE_COPY`);
  const url = inject('databaseUrl').replace('{database}', name);
  const database = openDatabase({ url, log: createSilentLogger() });
  return {
    database,
    url,
    async close() {
      await database.close();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
