import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '#shared/ids.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate, MigrationError } from './migrate.ts';
import { writtenOnce } from './statement.ts';

let world: TestDatabase;
const [one, two] = [newId('acc'), newId('acc')];
beforeAll(async () => {
  world = await createTestDatabase();
  for (const id of [one, two]) {
    await world.database.direct.execute(
      sql`INSERT INTO accounts (id, name, trial_end) VALUES (${id}, 'Account', now())`,
    );
    await world.database.direct.execute(
      sql`INSERT INTO knowledge_collections (id, account_id) VALUES (${`col-${id}`}, ${id})`,
    );
  }
});
afterAll(() => world.close());

describe('the wall between accounts', () => {
  test('hides every other account from a scoped transaction, even when the question forgets to ask for one', async () => {
    const { rows } = await world.database.account(one, (tx) =>
      tx.execute<{ account_id: string }>(sql`SELECT account_id FROM knowledge_collections`),
    );
    expect(rows.map((row) => row.account_id)).toEqual([one]);
  });

  test('refuses rows that are written for another account', async () => {
    const write = world.database.account(one, (tx) =>
      tx.execute(sql`INSERT INTO knowledge_collections (id, account_id) VALUES ('stray', ${two})`),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('changes and deletes nothing of another account', async () => {
    const changed = await world.database.account(one, (tx) =>
      tx.execute(sql`UPDATE knowledge_collections SET revision = 9 WHERE account_id = ${two}`),
    );
    expect(changed.rowCount).toBe(0);
  });

  test('does not outlive its transaction on the pooled connection', async () => {
    const { rows } = await world.database.direct.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM knowledge_collections`,
    );
    expect(rows[0]?.count).toBe(2);
  });

  test('takes nothing but an account id', async () => {
    await expect(world.database.account("acc_x'; DROP TABLE users; --", async () => 1)).rejects.toThrow(
      'Not an account id',
    );
  });
});

describe('work whose result is there before it is on the disk', () => {
  const write = (id: string) =>
    sql`INSERT INTO knowledge_collections (id, account_id) VALUES (${id}, ${one})`;
  const written = async (): Promise<unknown[]> =>
    (await world.database.direct.execute(sql`SELECT id FROM knowledge_collections WHERE id LIKE 'early-%'`))
      .rows;

  test('is stored once it says so, and gives its connection back', async () => {
    const works = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        world.database.earlyAccount(one, async (tx) => (await tx.execute(write(`early-${at}`))).rowCount),
      ),
    );
    await Promise.all(works.map(({ committed }) => committed));
    expect(works.every(({ result }) => result === 1)).toBe(true);
    expect(await written()).toHaveLength(60);
    await world.database.direct.execute(sql`DELETE FROM knowledge_collections WHERE id LIKE 'early-%'`);
  });

  test('leaves nothing behind when it fails', async () => {
    const broken = world.database.earlyAccount(one, async (tx) => {
      await tx.execute(write('early-broken'));
      throw new Error('in the middle');
    });
    await expect(broken).rejects.toThrow('in the middle');
    expect(await written()).toEqual([]);
  });

  test('is run as the statement wants it, and what follows on the connection is not', async () => {
    const settings = () =>
      sql`SELECT current_setting('plan_cache_mode') AS plan, current_setting('synchronous_commit') AS disk`;
    const own = openDatabase({ url: world.url, log: createSilentLogger(), maxConnections: 1 });
    try {
      const [usual] = await own.statement<{ plan: string; disk: string }>(one, writtenOnce(settings)({}, {}));
      expect(
        await own.statement(one, writtenOnce(settings, { plannedOnce: true, mayBeLost: true })({}, {})),
      ).toEqual([{ plan: 'force_generic_plan', disk: 'off' }]);
      expect(await own.statement(one, writtenOnce(settings, { plannedOnce: true })({}, {}))).toEqual([
        { plan: 'force_generic_plan', disk: usual?.disk },
      ]);
      expect(await own.statement(one, writtenOnce(settings)({}, {}))).toEqual([usual]);
    } finally {
      await own.close();
    }
  });
});

describe('the wall of a database user who may make no roles', () => {
  const user = `plain_${process.pid}`;
  const base = inject('databaseUrl');
  let plain: Database;
  let url: string;
  const asAdmin = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: base.replace('{database}', 'postgres') });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  beforeAll(async () => {
    await asAdmin(
      `CREATE ROLE ${user} LOGIN PASSWORD 'plain' NOSUPERUSER NOCREATEROLE`,
      `GRANT ${user} TO CURRENT_USER`,
      `CREATE DATABASE ${user} OWNER ${user}`,
    );
    url = base.replace('{database}', user).replace(/\/\/[^@/]*@/, `//${user}:plain@`);
    await migrate(url, path.join(import.meta.dirname, '../../../migrations'));
    plain = openDatabase({ url, log: createSilentLogger() });
    for (const id of [one, two]) {
      await plain.direct.execute(
        sql`INSERT INTO accounts (id, name, trial_end) VALUES (${id}, 'Account', now())`,
      );
      await plain.direct.execute(
        sql`INSERT INTO knowledge_collections (id, account_id) VALUES (${`col-${id}`}, ${id})`,
      );
    }
  });
  afterAll(async () => {
    await plain.close();
    await asAdmin(`DROP DATABASE ${user} WITH (FORCE)`, `DROP ROLE ${user}`);
  });

  test('stands as well: nothing of another account is seen, written or changed', async () => {
    const { rows } = await plain.account(one, (tx) =>
      tx.execute<{ account_id: string }>(sql`SELECT account_id FROM knowledge_collections`),
    );
    expect(rows.map((row) => row.account_id)).toEqual([one]);
    await expect(
      plain.account(one, (tx) =>
        tx.execute(sql`INSERT INTO knowledge_collections (id, account_id) VALUES ('stray', ${two})`),
      ),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
    expect(
      (
        await plain.account(one, (tx) =>
          tx.execute(sql`UPDATE knowledge_collections SET revision = 9 WHERE account_id = ${two}`),
        )
      ).rowCount,
    ).toBe(0);
  });

  test('leaves work over all accounts alone, also on a connection that worked for one account before', async () => {
    const { rows } = await plain.direct.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM knowledge_collections`,
    );
    expect(rows[0]?.count).toBe(2);
  });

  test('is looked after at every start without being built twice', async () => {
    expect(await migrate(url, path.join(import.meta.dirname, '../../../migrations'))).toEqual([]);
  });
});

test('a database whose user may not create in it says so in one line', async () => {
  const user = `guest_${process.pid}`;
  const base = inject('databaseUrl');
  const client = new pg.Client({ connectionString: base.replace('{database}', 'postgres') });
  await client.connect();
  for (const statement of [`CREATE ROLE ${user} LOGIN PASSWORD 'guest'`, `CREATE DATABASE ${user}`])
    await client.query(statement);
  const failure = await migrate(
    base.replace('{database}', user).replace(/\/\/[^@/]*@/, `//${user}:guest@`),
    path.join(import.meta.dirname, '../../../migrations'),
  ).catch((error: unknown) => error);
  for (const statement of [`DROP DATABASE ${user} WITH (FORCE)`, `DROP ROLE ${user}`])
    await client.query(statement);
  await client.end();
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toContain('permission denied');
});

describe('removing', () => {
  test('an agent finds the messages of each visitor without reading all messages', async () => {
    const { rows } = await world.database.system(async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      return tx.execute<{ 'QUERY PLAN': string }>(
        sql`EXPLAIN DELETE FROM messages WHERE visitor_id = 'vis_1'`,
      );
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_client_key');
  });
});
