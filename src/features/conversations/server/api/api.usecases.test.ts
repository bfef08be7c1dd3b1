import { expect, test } from 'vitest';
import type { RateUse } from '#platform/rate-limit/rate-limit.ts';
import { createConversationsApi } from './api.usecases.ts';

test('a key begins so many visitors an hour: a secret one by itself, a public one by the address that uses it', async () => {
  const used: RateUse[] = [];
  const began: string[] = [];
  const api = createConversationsApi(
    {
      agentOf: async () => ({ number: 7, configuration: { basic: { name: 'Linden' } } }),
      open: async (_agent: unknown, kind: string) => {
        began.push(kind);
        return { token: 'token' };
      },
    } as never,
    null as never,
    {
      async takeAll(uses: readonly RateUse[]) {
        used.push(...uses);
        return used.length > 2 ? 60 : null;
      },
    } as never,
  );
  const begin = (kind: 'secret' | 'public') =>
    api.session(
      { keyId: 'key_1', kind, accountId: 'acc', agentId: 'agt' },
      { language: 'en', tag: null, origin: null, address: '203.0.113.7' },
    );
  await begin('secret');
  await begin('public');
  expect(used.map(({ rule, key }) => [rule.name, rule.limit, key])).toEqual([
    ['api-sessions-key', 1_000, 'key_1'],
    ['api-sessions-address', 60, '203.0.113.7'],
  ]);
  await expect(begin('secret')).rejects.toMatchObject({ status: 429 });
  expect(began).toEqual(['secret', 'public']);
});
