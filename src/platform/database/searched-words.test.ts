import { expect, test } from 'vitest';
import { PgDialect } from 'drizzle-orm/pg-core';
import { searchInOrder, type SearchLimits } from './searched-words.ts';

const limits: SearchLimits = { first: 100, nearest: 1_000, farthest: 5_000, mostHits: 20_000 };
const limit = 50;

/** Searches rows of which one in `every` has the words, and tells which ways it went. */
async function search(every: number, rows: number, given: SearchLimits = limits) {
  const went: string[] = [];
  const ids = Array.from({ length: rows }, (_, at) => at)
    .filter((at) => at % every === every - 1)
    .map(String);
  const query = await searchInOrder(limit, given, {
    async walk(most) {
      went.push(`walk ${most}`);
      const found = ids.filter((id) => Number(id) < most).slice(0, limit);
      return { ids: found, isAll: found.length < limit && rows < most };
    },
    async byIndex() {
      went.push('index');
      const isAll = ids.length <= given.mostHits;
      return { ids: isAll ? ids.slice(0, limit) : [], isAll };
    },
    throughAll() {
      throw new Error('nobody goes through all');
    },
  });
  const [found] = new PgDialect().sqlToQuery(query).params as [string[]];
  return { went, found, expected: ids.slice(0, limit) };
}

test.each([
  ['nearly all have is found at once', 2, 50_000, ['walk 100']],
  ['one in ten has lies among the nearest', 10, 50_000, ['walk 100', 'walk 1000']],
  ['one in a hundred has is found by the index', 100, 50_000, ['walk 100', 'index']],
  ['nobody has is found nowhere', 60_000, 50_000, ['walk 100', 'index']],
  ['few rows have needs no index', 3, 90, ['walk 100']],
])('a word that %s', async (_what, every, rows, ways) => {
  const { went, found, expected } = await search(every, rows);
  expect(went).toEqual(ways);
  expect(found).toEqual(expected);
});

test('without a first look all of the nearest are gone through, and the farthest where they promise a page', async () => {
  const { first: _, ...whole } = limits;
  expect((await search(100, 50_000, whole)).went).toEqual(['walk 1000', 'index']);
  const { went, found, expected } = await search(50, 50_000, { ...limits, mostHits: 1 });
  expect(went).toEqual(['walk 100', 'index', 'walk 1000', 'walk 5000']);
  expect(found).toEqual(expected);
});
