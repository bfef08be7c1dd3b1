import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { openChat, republish } from '#tests/support/visitors/visitor-chat.ts';
import type { KnownModels } from '#features/operator-settings/operator-settings.contract.ts';
import type { Connection } from '../integrations.contract.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera');
  await owner.post('/api/superadmin/claim', { token: app.server.superadminLink?.split('#')[1] });
  model = await startOpenAiStandIn({ models: ['stand-in-large', 'stand-in-small'] });
  await owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const set = async (body: object): Promise<void> => {
  const { status, text } = await owner.request('PUT', '/api/superadmin/settings', { body });
  if (status !== 200) throw new Error(text);
};
const connectionTo = async (provider: string): Promise<Connection | undefined> =>
  (await owner.get<{ connections: Connection[] }>('/api/integrations')).connections.find(
    (one) => one.provider === provider,
  );
const rate = { inputMicros: 3_000_000, cachedInputMicros: 3_000_000, outputMicros: 7_000_000 };
const shown = { inputMicrosPerMillion: 3_000_000, outputMicrosPerMillion: 7_000_000 };
const costs = async (): Promise<unknown[]> => {
  const { rows } = await app.database.database.direct.execute(
    sql`SELECT cost_micros::float AS cost FROM messages WHERE engine = 'model' ORDER BY created_at`,
  );
  return rows.map(({ cost }) => cost);
};

test('what the operator says that models cost is shown to owners, and counted', async () => {
  await set({ newAgentModels: 'openai-compatible' });
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  // New agents answer by the first model of the vendor that the operator chose.
  expect(made.draft.ai).toMatchObject({ provider: 'openai-compatible', model: 'stand-in-large' });
  const agent = await republish(owner, made, (draft) => void (draft.dynamic.followUps = 0));
  const visitor = await openChat(app, agent.number);
  await visitor.say('What is rye?');
  await set({ modelPrices: [{ provider: 'openai-compatible', model: 'stand-in-large', ...rate }] });
  await visitor.say('And what is spelt?');
  const [unknown, known] = await costs();
  expect(unknown).toBeNull();
  expect(known).toBeGreaterThan(0);
  expect((await connectionTo('openai-compatible'))?.models).toContainEqual(
    expect.objectContaining({ id: 'stand-in-large', ...shown }),
  );
});

test('the operator chooses which model of a vendor comes first, and takes prices back', async () => {
  const before = (await connectionTo('openai'))?.models ?? [];
  const last = before.at(-1)?.id ?? '';
  await set({
    firstModels: { openai: last },
    modelPrices: [
      { provider: 'openai', model: last, ...rate },
      { provider: 'openai', model: 'gpt-image-2.6-flare', pictureMicros: 1 },
    ],
  });
  expect((await connectionTo('openai'))?.models[0]).toMatchObject({ id: last, ...shown });
  await set({ firstModels: {}, modelPrices: [] });
  expect((await connectionTo('openai'))?.models).toEqual(before);
});

test('where the vendor is not connected, new agents answer by the built-in engine', async () => {
  await set({ newAgentModels: 'anthropic' });
  const { draft } = await owner.post<Agent>('/api/agents', { from: 'blank' });
  expect(draft.ai).toMatchObject({ provider: 'built-in', model: '' });
  const { vendors } = await owner.get<KnownModels>('/api/superadmin/models');
  expect(vendors.find(({ provider }) => provider === 'anthropic')?.models.length).toBeGreaterThan(0);
});
