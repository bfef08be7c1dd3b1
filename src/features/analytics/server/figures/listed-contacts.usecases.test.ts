import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsRows } from '#tests/support/analytics-rows.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

/*
 * Ann came by the shop in March and wrote to the desk in April, Bob came by the desk in May, Cid was imported in April.
 */
let server: TestServices;
let vera: TestMember;
let shop: Agent;
let desk: Agent;
beforeAll(async () => {
  server = await startTestServices({ now: new Date('2026-06-10T09:00:00Z') });
  vera = await server.member('Vera');
  const make = (): Promise<Agent> =>
    server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  [shop, desk] = [await make(), await make()];
  const rows = analyticsRows(server.database.pool, vera.scope.accountId);
  const by = (agent: Agent) => ({ source_agent_id: agent.id, source: 'widget', message_count: 1 });
  const ann = await rows.contact('2026-03-31T21:59:00Z', by(shop));
  await rows.chat(shop.id, '2026-03-31T21:59:00Z', 1, { contact_id: ann });
  await rows.chat(desk.id, '2026-04-10T12:00:00Z', 1, { contact_id: ann });
  const bob = await rows.contact('2026-05-01T12:00:00Z', by(desk));
  await rows.chat(desk.id, '2026-05-01T12:00:00Z', 1, { contact_id: bob });
  await rows.contact('2026-04-02T12:00:00Z', { source: 'import' });
  await server.analyticsCounting.drain();
});
afterAll(() => server.close());

test.each([
  ['2026-03-31', '2026-03-31T22:00:00Z', { all: 1, shop: 1, desk: 1 }],
  ['2026-04-30', '2026-04-30T22:00:00Z', { all: 2, shop: 1, desk: 1 }],
  ['2026-06-10', undefined, { all: 3, shop: 1, desk: 2 }],
])(
  'the list behind all contacts until %s is as long as the figure, of each agent too',
  async (to, end, hand) => {
    for (const [name, agent] of Object.entries({ all: {}, shop: { id: shop.id }, desk: { id: desk.id } })) {
      const id = 'id' in agent ? agent.id : undefined;
      const { figures } = await server.analytics.overview(vera.scope, {
        zone: 'Europe/Prague',
        from: '2026-03-01',
        to,
        agentId: id,
        compare: 'false',
      });
      const listed = await server.contacts.total(vera.scope, {
        agent: id,
        made: end === undefined ? undefined : `~${end}`,
      });
      expect([name, figures.totalContacts.value, listed]).toEqual([
        name,
        hand[name as keyof typeof hand],
        hand[name as keyof typeof hand],
      ]);
    }
  },
);
