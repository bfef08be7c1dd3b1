import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';
import { stores } from './stores.table.ts';

let server: TestServices;
beforeAll(async () => {
  server = await startTestServices();
});
afterAll(() => server.close());

test('who may not change stores reads whose they are, and nothing by which they are read', async () => {
  const { scope, user } = await server.member();
  const now = server.clock.now();
  await server.database.direct.insert(stores).values({
    id: 'sto_1',
    accountId: user.accountId,
    kind: 'feed',
    name: 'Feed',
    url: 'https://shop.example.com/feed.csv?key=abc123',
    sealedToken: null,
    lastFour: '9999',
    failure: null,
    sample: [],
    productCount: null,
    skippedCount: null,
    checkedAt: null,
    readAgainAt: null,
    createdAt: now,
    updatedAt: now,
  });
  expect((await server.stores.list(scope))[1]).toMatchObject({
    url: 'https://shop.example.com/feed.csv?key=abc123',
    lastFour: '9999',
  });
  const viewer = { ...scope, can: (permission: string) => permission === 'agents.read' };
  expect(await server.stores.list(viewer)).toMatchObject([
    { id: 'demo', url: '' },
    { id: 'sto_1', url: 'https://shop.example.com', lastFour: null },
  ]);
});
