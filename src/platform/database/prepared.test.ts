import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { preparedOnce } from './prepared.ts';

const table = pgTable('tests_prepared', { id: integer().primaryKey() });
let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
  await opened.database.pool.query('CREATE TABLE tests_prepared AS SELECT generate_series(1, 9) AS id');
});
afterAll(() => opened.close());

test('a query is put together once, answers each asker by their own values, and sees what its transaction wrote', async () => {
  let times = 0;
  const above = preparedOnce((tx) => {
    times += 1;
    return tx
      .select()
      .from(table)
      .where(sql`${table.id} > ${sql.placeholder('least')}`)
      .limit(sql.placeholder('limit'))
      .prepare('tests_above');
  });
  const { database } = opened;
  const ask = (least: number) => above(database.direct).execute({ least, limit: 5 });
  expect((await Promise.all([8, 7, 1].map(ask))).map((rows) => rows.length)).toEqual([1, 2, 5]);
  expect(times).toBe(1);
  const within = await database.system(async (tx) => {
    await tx.insert(table).values({ id: 10 });
    return above(tx).execute({ least: 8, limit: 5 });
  });
  expect(within).toEqual([{ id: 9 }, { id: 10 }]);
  expect(await ask(8)).toEqual(within);
});
