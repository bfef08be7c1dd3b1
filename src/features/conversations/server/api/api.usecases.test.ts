import { expect, test } from 'vitest';
import type { RateUse } from '#platform/rate-limit/rate-limit.ts';
import { createConversationsApi } from './api.usecases.ts';
import { createAsking } from './asking.usecases.ts';

const agent = {
  accountId: 'acc',
  id: 'agt',
  number: 7,
  isPreview: false,
  configuration: { basic: { name: 'Linden' }, access: { restrictDomains: false, allowedDomains: [] } },
};
const input = { language: 'en', tag: null, origin: null } as const;

/** Asking with a limiter that says yes so many times; `known` visitors are there already. */
function world(most: number, known: readonly string[] = []) {
  const used: RateUse[] = [];
  let begun = 0;
  const limiter = {
    async takeAll(uses: readonly RateUse[]) {
      used.push(...uses);
      return used.length > most ? 60 : null;
    },
  } as never;
  const conversations = { mintVisitorToken: () => 'token' } as never;
  const tx = {
    select: () => ({ from: () => ({ where: async () => known.map((id) => ({ id })) }) }),
    insert: () => ({ values: () => ({ onConflictDoNothing: async () => void begun++ }) }),
  };
  const asking = createAsking(
    {
      database: { account: (_: string, work: (given: typeof tx) => unknown) => work(tx) },
      clock: { now: () => new Date('2026-11-26T00:00:00Z') },
      agents: { runningById: async () => agent },
      limiter,
    } as never,
    conversations,
  );
  return {
    asking,
    api: createConversationsApi(asking, conversations, limiter),
    uses: () => used.map(({ rule, key }) => [rule.name, rule.limit, key]),
    begun: () => begun,
  };
}

test('a key begins so many visitors an hour: a secret one by itself, a public one by the address that uses it', async () => {
  const { api, uses, begun } = world(2);
  const begin = (kind: 'secret' | 'public') =>
    api.session(
      { keyId: 'key_1', kind, accountId: 'acc', agentId: 'agt' },
      { ...input, address: '203.0.113.7' },
    );
  await begin('secret');
  await begin('public');
  expect(uses()).toEqual([
    ['api-sessions-key', 1_000, 'key_1'],
    ['api-sessions-address', 60, '203.0.113.7'],
  ]);
  await expect(begin('secret')).rejects.toMatchObject({ status: 429 });
  expect(begun()).toBe(2);
});

test('a secret key is counted by whichever door it comes, before a visitor is written down', async () => {
  const { asking, api, uses, begun } = world(1);
  await asking.open(agent as never, { kind: 'secret', keyId: 'key_1' }, input);
  await expect(
    api.message(
      { keyId: 'key_1', kind: 'secret', accountId: 'acc', agentId: 'agt' },
      { text: 'Hello', token: undefined, conversationId: null, clientMessageId: undefined, language: 'en' },
    ),
  ).rejects.toMatchObject({ status: 429 });
  expect(uses().map(([name, , key]) => [name, key])).toEqual([
    ['api-sessions-key', 'key_1'],
    ['api-sessions-key', 'key_1'],
  ]);
  expect(begun()).toBe(1);
});

test('a visitor who is there already is no new one', async () => {
  const { asking, uses } = world(0, ['vis_1']);
  await asking.open(agent as never, { kind: 'secret', keyId: 'key_1' }, { ...input, visitorId: 'vis_1' });
  expect(uses()).toEqual([]);
});
