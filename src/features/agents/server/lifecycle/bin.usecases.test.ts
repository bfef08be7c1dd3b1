import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { agentsErrors, type Agent } from '../../agents.contract.ts';

const dayMs = 86_400_000;
const notFound = new AppError(agentsErrors.notFound);
let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member('Vera');
});
afterAll(() => server.close());

async function liveAgent(): Promise<Agent> {
  const { agents } = server;
  const { id, draftRevision } = await agents.create(vera.scope, {
    from: 'description',
    input: 'A guide for "Hotel Linden"',
    language: 'en',
  });
  return agents.publish(vera.scope, id, { revision: draftRevision, name: '' });
}
const bin = async (): Promise<string[]> => (await server.agents.bin(vera.scope)).map(({ id }) => id);
const listed = async (): Promise<string[]> =>
  (await server.agents.list(vera.scope, undefined)).map(({ id }) => id);
const sources = (agent: Agent) => server.knowledge.sources(vera.scope, agent.collectionId);

test('a deleted agent lies in the bin, reached by nobody, and comes back with its knowledge, closed', async () => {
  const { agents } = server;
  const agent = await liveAgent();
  expect(await agents.runningByNumber(agent.number)).toMatchObject({ id: agent.id, closed: null });
  await agents.remove(vera.scope, agent.id);

  expect(await listed()).not.toContain(agent.id);
  await expect(agents.get(vera.scope, agent.id)).rejects.toThrow(notFound);
  expect(await agents.runningByNumber(agent.number)).toBeNull();
  expect(await agents.runningById(vera.scope.accountId, agent.id, true)).toBeNull();
  expect(await agents.bin(vera.scope)).toMatchObject([
    { id: agent.id, goneAt: new Date(server.clock.now().getTime() + 7 * dayMs).toISOString() },
  ]);

  const back = await agents.bringBack(vera.scope, agent.id);
  expect(back).toMatchObject({ id: agent.id, number: agent.number, status: 'paused' });
  expect(await agents.runningByNumber(agent.number)).toMatchObject({ closed: '' });
  expect([await bin(), (await listed()).includes(agent.id)]).toEqual([[], true]);
  expect((await sources(agent)).sources).toEqual([]);
  // What is not in the bin can neither be brought back nor be deleted from there.
  await expect(agents.bringBack(vera.scope, agent.id)).rejects.toThrow(notFound);
  await expect(agents.purge(vera.scope, agent.id)).rejects.toThrow(notFound);
});

test('an agent that was never published comes back as a draft', async () => {
  const { agents } = server;
  const { id } = await agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
  await agents.remove(vera.scope, id);
  expect(await agents.bringBack(vera.scope, id)).toMatchObject({ status: 'draft' });
});

test('after seven days, or at once where that is wanted, it is gone with its knowledge', async () => {
  const { agents, clock } = server;
  const [kept, dropped] = [await liveAgent(), await liveAgent()];
  for (const { id } of [kept, dropped]) await agents.remove(vera.scope, id);
  await agents.purge(vera.scope, dropped.id);
  await expect(sources(dropped)).rejects.toThrow(AppError);
  expect(await bin()).toEqual([kept.id]);

  clock.advance(7 * dayMs - 1_000);
  await agents.emptyBin();
  expect(await bin()).toEqual([kept.id]);
  clock.advance(2_000);
  await agents.emptyBin();
  expect(await bin()).toEqual([]);
  await expect(sources(kept)).rejects.toThrow(AppError);
});

test('nobody finds in their bin what another account threw away', async () => {
  const agent = await liveAgent();
  await server.agents.remove(vera.scope, agent.id);
  const otto = await server.member('Otto');
  expect(await server.agents.bin(otto.scope)).toEqual([]);
  await expect(server.agents.bringBack(otto.scope, agent.id)).rejects.toThrow(notFound);
  await expect(server.agents.purge(otto.scope, agent.id)).rejects.toThrow(notFound);
});
