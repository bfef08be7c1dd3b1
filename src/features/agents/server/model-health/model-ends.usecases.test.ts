import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findModelEnd } from '#shared/models/model-ends.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, republishAgent } from '#tests/support/visitors/visitor-of-services.ts';
import type { Agent } from '../../agents.contract.ts';

let server: TestServices;
let owner: TestMember;
let openAi: OpenAiStandIn;
/** What the vendor's own list tells. */
const ends: Record<string, string> = {};
beforeAll(async () => {
  openAi = await startOpenAiStandIn({
    apiKey: 'sk-right',
    models: ['gpt-4o', 'gpt-5.4', 'gpt-odd', 'gpt-realtime-2'],
    ends,
  });
  server = await startTestServices({
    now: new Date('2026-11-10T10:00:00Z'),
    llm: { baseUrls: { openai: openAi.baseUrl } },
  });
  owner = await server.member();
  await server.integrations.connect(owner.scope, 'openai', { apiKey: 'sk-right' });
});
afterAll(async () => {
  await server.close();
  await openAi.close();
});

const answeredBy = (model: string, name: string): Promise<Agent> =>
  publishAgent(server, owner, ({ ai, basic }) => {
    Object.assign(ai, { provider: 'openai', model });
    basic.name = name;
  });
const endOf = async (model: string): Promise<string | null> =>
  findModelEnd(await server.integrations.endsOf(owner.scope.accountId, 'openai'), model)?.endsOn ?? null;
const mails = async (): Promise<{ subject: string; text: string }[]> =>
  (
    await server.database.direct.execute<{ subject: string; text: string }>(
      sql`SELECT subject, text_body AS text FROM outbox_mails WHERE kind = 'model-ending' ORDER BY created_at`,
    )
  ).rows;
const at = (day: string): void =>
  server.clock.advance(Date.parse(`${day}T10:00:00Z`) - server.clock.now().getTime());

test('owners are written to once, sixty days before the model of an agent ends', async () => {
  const agent = await answeredBy('gpt-4o-2024-08-06', 'Linden');
  await answeredBy('gpt-5.4-mini', 'Lasting');
  await server.modelEnds.tellModelEnds();
  expect(await mails()).toEqual([]);
  at('2026-11-16');
  await server.modelEnds.tellModelEnds();
  await server.modelEnds.tellModelEnds();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Linden: gpt-4o-2024-08-06 ends on January 14, 2027');
  expect(mail?.text).toContain('GPT-6 Luna can take its place');
  expect(mail?.text).toContain(`/dashboard/agents/edit/${agent.id}?section=ai`);
  expect(await server.modelEnds.endingAgents()).toEqual([
    { number: agent.number, model: 'gpt-4o-2024-08-06', endsOn: '2027-01-14' },
  ]);
  await republishAgent(server, owner, agent.id, ({ ai }) => (ai.model = 'gpt-6-luna'));
  expect(await server.modelEnds.endingAgents()).toEqual([]);
});

test('what the vendor’s own list tells comes before what this version knows', async () => {
  Object.assign(ends, { 'gpt-4o': '2027-03-01', 'gpt-odd': '2026-12-24', 'gpt-5.4': '31 December' });
  expect(await endOf('gpt-odd')).toBeNull();
  await server.integrations.readEnds();
  expect(await endOf('gpt-odd')).toBe('2026-12-24');
  expect(await endOf('gpt-4o')).toBe('2027-03-01');
  // What is no day is no end.
  expect(await endOf('gpt-5.4')).toBeNull();
  const { connections } = await server.integrations.list(owner.scope);
  const { ends: shown = [] } = connections.find(({ provider }) => provider === 'openai') ?? {};
  expect(findModelEnd(shown, 'gpt-4o')).toEqual({
    model: 'gpt-4o',
    endsOn: '2027-03-01',
    replacement: 'gpt-6-luna',
  });
  await answeredBy('gpt-odd', 'Odd');
  await server.modelEnds.tellModelEnds();
  expect((await mails()).at(-1)?.text).toContain('Choose another one in the editor');
  // Put off by the vendor: it is told of again.
  ends['gpt-odd'] = '2027-01-05';
  await server.integrations.readEnds();
  await server.modelEnds.tellModelEnds();
  expect(await mails()).toHaveLength(3);
});

test('a vendor that does not answer changes nothing', async () => {
  openAi.script({ kind: 'status', status: 503 });
  const before = await server.integrations.endsOf(owner.scope.accountId, 'openai');
  expect(await outcomeOf(server.integrations.readEnds())).toBe('done');
  expect(await server.integrations.endsOf(owner.scope.accountId, 'openai')).toEqual(before);
});

test('a model that has ended is told of at the agent, and by no mail', async () => {
  const count = (await mails()).length;
  const agent = await answeredBy('gpt-5-nano', 'Late');
  at('2026-12-12');
  await server.modelEnds.tellModelEnds();
  expect(await mails()).toHaveLength(count);
  expect(await server.modelEnds.endingAgents()).toContainEqual({
    number: agent.number,
    model: 'gpt-5-nano',
    endsOn: '2026-12-11',
  });
});

test('models that an agent falls back on or speaks with in calls are told of as well, each for itself', async () => {
  ends['gpt-realtime-2'] = '2027-01-20';
  await server.integrations.readEnds();
  const before = (await mails()).length;
  const agent = await publishAgent(server, owner, ({ ai, basic, voice }) => {
    Object.assign(ai, { provider: 'openai', model: 'gpt-6-luna' });
    ai.fallbacks = [{ provider: 'openai', model: 'gpt-4.1-mini' }];
    Object.assign(voice, { enabled: true, provider: 'openai', way: 'live', liveModel: 'gpt-realtime-2' });
    basic.name = 'Quay';
  });
  await server.modelEnds.tellModelEnds();
  await server.modelEnds.tellModelEnds();
  const told = (await mails()).slice(before);
  const [fallback, calls] = ['GPT-4.1 mini', 'gpt-realtime-2'].map((model) =>
    told.filter(({ subject }) => subject.startsWith(`Quay: ${model} ends on`)),
  );
  expect([fallback?.length, calls?.length, told.length]).toEqual([1, 1, 2]);
  expect(fallback?.[0]?.text).toContain('“Quay” falls back on GPT-4.1 mini');
  expect(calls?.[0]?.text).toContain('“Quay” speaks with gpt-realtime-2 in calls');
  expect(calls?.[0]?.text).toContain(`/dashboard/agents/edit/${agent.id}?section=voice`);
  expect(await server.modelEnds.endingAgents()).toContainEqual({
    number: agent.number,
    model: 'gpt-realtime-2',
    endsOn: '2027-01-20',
  });
});
