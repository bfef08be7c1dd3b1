import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionDefinition } from '#features/custom-functions/custom-functions-definition.contract.ts';
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

test('a file that left the bin is named before, and is not promised', async () => {
  const made = await publishAgent(server, owner, (draft) => (draft.basic.name = 'Linden Files'));
  const { id } = await server.knowledge.addFile(owner.scope, made.collectionId, {
    fileName: 'catalogue.txt',
    mimeType: 'text/plain',
    bytes: Buffer.from('A silver bell costs 90 euros.'),
  });
  await server.jobs.work();
  const { liveVersion } = await republishAgent(server, owner, made.id, (draft) => {
    draft.prompt.systemPrompt = 'You sell bells.';
  });
  const version = liveVersion ?? 0;
  const foretold = async () => (await server.agents.versionChanges(owner.scope, made.id, version)).knowledge;
  await server.knowledge.deleteSource(owner.scope, made.collectionId, id);
  expect(await foretold()).toEqual([{ title: 'catalogue.txt', kind: 'file', change: 'added' }]);
  await server.database.direct.execute(sql`DELETE FROM knowledge_sources WHERE id = ${id}`);
  expect(await foretold()).toEqual([{ title: 'catalogue.txt', kind: 'file', change: 'gone' }]);
  const { missing } = await server.agents.rollback(owner.scope, made.id, version, {
    reason: 'The catalogue',
  });
  expect(missing).toEqual(['catalogue.txt']);
});

const define = (name: string, messageCost: number) => ({
  kind: 'code' as const,
  name,
  label: `Function ${name}`,
  description: 'Use when somebody asks for it.',
  parameters: { type: 'object' as const, properties: {} },
  risk: 'read' as const,
  approver: 'visitor' as const,
  timeoutMs: 5_000,
  maxModelChars: 2_000,
  messageCost,
  perConversation: 0,
  progressText: '',
  mock: null,
  code: { source: 'return 1;', secretHost: '' },
});

test('functions are again what they were, also those that were deleted, and whose else they are is told', async () => {
  const dear = await server.functions.create(owner.scope, { definition: define('dear', 1) });
  const gone = await server.functions.create(owner.scope, { definition: define('gone', 0) });
  const taken = await server.functions.create(owner.scope, { definition: define('taken', 0) });
  const enabled = [dear.id, gone.id, taken.id];
  const { liveVersion } = await republishAgent(server, owner, agent.id, (draft) => {
    draft.functions.enabled = enabled;
  });
  await publishAgent(server, owner, (draft) => {
    draft.basic.name = 'Tower Bells';
    draft.functions.enabled = [dear.id];
  });
  await republishAgent(server, owner, agent.id, (draft) => {
    draft.footer.text = 'Later';
  });
  await server.functions.save(owner.scope, dear.id, { definition: define('dear', 9), version: 1 });
  await server.functions.remove(owner.scope, gone.id);
  await server.functions.remove(owner.scope, taken.id);
  await server.functions.create(owner.scope, { definition: define('taken', 5) });
  const { functions } = await server.agents.versionChanges(owner.scope, agent.id, liveVersion ?? 0);
  expect(functions.toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual([
    { title: 'Function dear', change: 'changed', losesKey: false, others: ['Tower Bells'] },
    { title: 'Function gone', change: 'added', losesKey: false, others: [] },
    { title: 'Function taken', change: 'kept', losesKey: false, others: [] },
  ]);

  const { kept } = await server.agents.rollback(owner.scope, agent.id, liveVersion ?? 0, {
    reason: 'Nobody paid for it',
  });
  expect(kept).toEqual(['Function taken']);
  expect(await server.functions.read(owner.scope, dear.id)).toMatchObject({
    version: 3,
    definition: { messageCost: 1 },
  });
  expect(await server.functions.read(owner.scope, gone.id)).toMatchObject({ version: 1 });
  // The version that was published by it goes back to the same.
  const { liveVersion: newest } = await server.agents.get(owner.scope, agent.id);
  const again = await server.agents.versionChanges(owner.scope, agent.id, newest ?? 0);
  expect(again.functions).toEqual([]);
});

test('a key of another sort is not put into an old definition', async () => {
  const signing = (auth: Record<string, unknown>) =>
    functionDefinition.parse({
      kind: 'http',
      name: 'signed',
      label: 'Function signed',
      description: 'Use when somebody asks for it.',
      http: { url: 'https://shop.example/orders', auth },
    });
  const signed = await server.functions.create(owner.scope, {
    definition: signing({ type: 'bearer' }),
    secret: 'token-0123456789',
  });
  const { liveVersion } = await republishAgent(server, owner, agent.id, (draft) => {
    draft.functions.enabled = [signed.id];
  });
  await server.functions.save(owner.scope, signed.id, {
    definition: signing({ type: 'hmac', header: 'X-Signature' }),
    secret: 'signing-key-9876',
    version: 1,
  });
  const { functions } = await server.agents.versionChanges(owner.scope, agent.id, liveVersion ?? 0);
  expect(functions).toMatchObject([{ title: 'Function signed', change: 'kept' }]);
  const { kept } = await server.agents.rollback(owner.scope, agent.id, liveVersion ?? 0, {
    reason: 'Signatures were refused',
  });
  expect(kept).toEqual(['Function signed']);
  expect(await server.functions.read(owner.scope, signed.id)).toMatchObject({
    version: 2,
    definition: { http: { auth: { type: 'hmac' } } },
  });
});

test('what could not come back does not overwrite the version that one goes back to', async () => {
  const lost = await server.functions.create(owner.scope, { definition: define('lost', 1) });
  const { liveVersion } = await republishAgent(server, owner, agent.id, (draft) => {
    draft.functions.enabled = [lost.id];
  });
  const back = () => server.agents.rollback(owner.scope, agent.id, liveVersion ?? 0, { reason: 'Not this' });
  await server.functions.save(owner.scope, lost.id, { definition: define('lost', 9), version: 1 });
  await server.functions.remove(owner.scope, lost.id);
  const other = await server.functions.create(owner.scope, { definition: define('lost', 5) });
  expect((await back()).kept).toEqual(['Function lost']);
  await server.functions.remove(owner.scope, other.id);
  expect((await back()).kept).toEqual([]);
  const restored = { version: 3, definition: { messageCost: 1 } };
  expect(await server.functions.read(owner.scope, lost.id)).toMatchObject(restored);
  // It is what it was, under another number: there is nothing left to bring back.
  const { functions } = await server.agents.versionChanges(owner.scope, agent.id, liveVersion ?? 0);
  expect(functions).toEqual([]);
  expect((await back()).kept).toEqual([]);
  expect(await server.functions.read(owner.scope, lost.id)).toMatchObject(restored);
});
