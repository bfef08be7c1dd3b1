import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '../../agents.contract.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, republishAgent } from '#tests/support/visitors/visitor-of-services.ts';

let server: TestServices;
let owner: TestMember;
let agent: Agent;
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServices();
  owner = await server.member('Mira Linden');
  const made = await publishAgent(server, owner, (draft) => (draft.basic.name = 'Linden Bells'));
  for (const [title, body] of [
    ['Prices', 'A brass bell costs 24 euros.'],
    ['Hours', 'Open from nine to five.'],
  ] as const)
    ids[title] = (await server.knowledge.addText(owner.scope, made.collectionId, { title, body })).id;
  await server.jobs.work();
  agent = await republishAgent(server, owner, made.id, (draft) => {
    draft.prompt.systemPrompt = 'You sell bells.';
    draft.payment = { ...draft.payment, enabled: true, type: 'pack', amount: 900, freeMessages: 3 };
  });
});
afterAll(() => server.close());

const liveNow = async (): Promise<string> => {
  const { rows } = await server.database.direct.execute<{ live: unknown }>(
    sql`SELECT live FROM agents WHERE id = ${agent.id}`,
  );
  return JSON.stringify(rows[0]?.live);
};
const titlesNow = async (): Promise<string[]> =>
  (await server.knowledge.sources(owner.scope, agent.collectionId)).sources
    .map(({ title }) => title)
    .toSorted();

test('going back brings instructions, price and knowledge together, byte for byte', async () => {
  const before = await liveNow();
  const { collectionId } = agent;
  await republishAgent(server, owner, agent.id, (draft) => {
    draft.prompt.systemPrompt = 'You sell everything.';
    draft.payment.amount = 1_900;
  });
  await server.knowledge.changeSource(owner.scope, collectionId, ids['Prices'] ?? '', {
    body: 'A brass bell costs 99 euros.',
  });
  await server.knowledge.deleteSource(owner.scope, collectionId, ids['Hours'] ?? '');
  await server.knowledge.addText(owner.scope, collectionId, {
    title: 'Rumours',
    body: 'Bells are made of cheese.',
  });
  await server.jobs.work();
  expect((await server.agents.versionChanges(owner.scope, agent.id, 2)).knowledge).toEqual([
    { title: 'Prices', kind: 'text', change: 'changed' },
    { title: 'Hours', kind: 'text', change: 'added' },
    { title: 'Rumours', kind: 'text', change: 'removed' },
  ]);
  expect((await server.agents.changes(owner.scope, agent.id)).knowledge).toHaveLength(3);

  const { agent: back, missing } = await server.agents.rollback(owner.scope, agent.id, 2, {
    reason: 'The new price scared everybody',
  });
  await server.jobs.work();
  expect([back.liveVersion, missing]).toEqual([4, []]);
  expect(await liveNow()).toBe(before);
  expect(await titlesNow()).toEqual(['Hours', 'Prices']);
  expect((await server.knowledge.source(owner.scope, collectionId, ids['Prices'] ?? '')).body).toBe(
    'A brass bell costs 24 euros.',
  );
  const { entries } = await server.audit.list(owner.scope, {});
  expect(entries.find(({ action }) => action === 'agents.rolled_back')?.details).toEqual({
    to: '2',
    reason: 'The new price scared everybody',
  });
});

test('what is gone for good is named, what was entered comes back', async () => {
  await server.knowledge.deleteSource(owner.scope, agent.collectionId, ids['Prices'] ?? '');
  server.clock.advance(8 * 86_400_000);
  await server.database.direct.execute(sql`DELETE FROM knowledge_sources WHERE id = ${ids['Prices']}`);
  const { missing } = await server.agents.rollback(owner.scope, agent.id, 4, {
    reason: 'Deleted by mistake',
  });
  await server.jobs.work();
  expect(missing).toEqual([]);
  expect(await titlesNow()).toEqual(['Hours', 'Prices']);
  expect(await outcomeOf(server.agents.rollback(owner.scope, agent.id, 77, { reason: 'No such' }))).toBe(
    'agents.not_found',
  );
});
