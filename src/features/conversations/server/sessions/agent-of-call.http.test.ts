import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register();
});
afterAll(() => app.close());
afterEach(() => void vi.restoreAllMocks());

async function publish(given: Agent, messagesPerDay: number): Promise<Agent> {
  const configuration = structuredClone(given.draft);
  Object.assign(configuration.access, { messagesPerDay, messagesPerMinute: 60 });
  const saved = await owner.request('PUT', `/api/agents/${given.id}/draft`, {
    body: { revision: given.draftRevision, configuration },
  });
  expect(saved.status).toBe(200);
  return owner.post<Agent>(`/api/agents/${given.id}/publish`, {
    revision: (saved.body as { draftRevision: number }).draftRevision,
  });
}
async function begin(agent: Agent, isPreview: boolean): Promise<string> {
  const preview = isPreview && { preview: new URL(agent.previewUrl, app.url).searchParams.get('ticket') };
  const { body } = await app
    .browser()
    .request('POST', '/api/visitor/session', { body: { agent: agent.number, ...preview } });
  return (body as { token: string }).token;
}
const say = (token: string): Promise<TestAnswer> =>
  app.browser().request('POST', '/api/visitor/messages', {
    headers: { authorization: `Bearer ${token}` },
    body: { conversationId: null, clientMessageId: randomUUID(), text: 'When are you open?' },
  });

test('a message looks its agent up once, and the next one sees what was changed meanwhile', async () => {
  const agent = await publish(await owner.post<Agent>('/api/agents', { from: 'blank', input: '' }), 50);
  const token = await begin(agent, false);
  expect((await say(token)).status).toBe(200);

  // Every look-up of a live agent begins at the cache; what the database is asked for is asked past it.
  const looked = vi.spyOn(LRUCache.prototype, 'get');
  const asked = vi.spyOn(app.server.services.agents, 'runningById');
  expect((await say(token)).status).toBe(200);
  expect(looked.mock.calls.filter(([key]) => key === agent.id)).toHaveLength(1);
  expect(asked).not.toHaveBeenCalled();

  await publish(await owner.get<Agent>(`/api/agents/${agent.id}`), 1);
  await expect.poll(async () => (await say(token)).status).toBe(429);
});

test('a message to a preview asks for its draft once', async () => {
  const agent = await owner.post<Agent>('/api/agents', { from: 'blank', input: '' });
  const token = await begin(agent, true);
  const asked = vi.spyOn(app.server.services.agents, 'runningById');
  expect((await say(token)).status).toBe(200);
  expect(asked).toHaveBeenCalledTimes(1);
});
