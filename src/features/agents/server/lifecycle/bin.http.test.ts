import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { BinnedAgent } from '../../agents-lifecycle.contract.ts';
import type { Agent } from '../../agents.contract.ts';

const dayMs = 86_400_000;
const clock = createManualClock(new Date());
let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  app = await startTestApp({ clock });
  vera = await app.register('Vera');
});
afterAll(() => app.close());

async function liveAgent(): Promise<Agent> {
  const { id, draftRevision } = await vera.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide for "Hotel Linden"',
  });
  return vera.post<Agent>(`/api/agents/${id}/publish`, { revision: draftRevision });
}
const bin = async (): Promise<BinnedAgent[]> =>
  (await vera.get<{ agents: BinnedAgent[] }>('/api/agent-bin')).agents;
const listed = async (): Promise<string[]> =>
  (await vera.get<{ agents: { id: string }[] }>('/api/agents')).agents.map(({ id }) => id);
const sessionOf = async (agent: Agent): Promise<number> =>
  (await app.browser().request('POST', '/api/visitor/session', { body: { agent: agent.number } })).status;
const sources = async (agent: Agent): Promise<number> =>
  (await vera.request('GET', `/api/knowledge/${agent.collectionId}/sources`)).status;

test('a deleted agent lies in the bin, reached by nobody, and comes back with its knowledge, closed', async () => {
  const agent = await liveAgent();
  expect(await sessionOf(agent)).toBe(200);
  expect((await vera.request('DELETE', `/api/agents/${agent.id}`)).status).toBe(200);

  expect(await listed()).not.toContain(agent.id);
  expect((await vera.request('GET', `/api/agents/${agent.id}`)).status).toBe(404);
  expect((await vera.request('GET', `/widgets/${agent.number}`)).status).toBe(404);
  expect(await sessionOf(agent)).toBe(404);
  expect(await bin()).toMatchObject([
    { id: agent.id, goneAt: new Date(clock.now().getTime() + 7 * dayMs).toISOString() },
  ]);

  const back = await vera.post<Agent>(`/api/agent-bin/${agent.id}/restore`);
  expect(back).toMatchObject({ id: agent.id, number: agent.number, status: 'paused' });
  expect([await bin(), (await listed()).includes(agent.id), await sources(agent)]).toEqual([[], true, 200]);
  // What is not in the bin can neither be brought back nor be deleted from there.
  expect((await vera.request('POST', `/api/agent-bin/${agent.id}/restore`)).status).toBe(404);
  expect((await vera.request('DELETE', `/api/agent-bin/${agent.id}`)).status).toBe(404);
});

test('after seven days, or at once where that is wanted, it is gone with its knowledge', async () => {
  const [kept, dropped] = [await liveAgent(), await liveAgent()];
  for (const { id } of [kept, dropped]) await vera.request('DELETE', `/api/agents/${id}`);
  expect((await vera.request('DELETE', `/api/agent-bin/${dropped.id}`)).status).toBe(200);
  expect(await sources(dropped)).toBe(404);
  expect((await bin()).map(({ id }) => id)).toEqual([kept.id]);

  clock.advance(7 * dayMs - 1_000);
  await app.server.services.agents.emptyBin();
  await vera.post('/api/login', { email: vera.email, password: vera.password });
  expect((await bin()).map(({ id }) => id)).toEqual([kept.id]);
  clock.advance(2_000);
  await app.server.services.agents.emptyBin();
  expect([await bin(), await sources(kept)]).toEqual([[], 404]);
});
