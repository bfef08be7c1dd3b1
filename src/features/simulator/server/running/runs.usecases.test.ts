import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { suiteSchema } from '#features/agents/agents-tests.contract.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { publishAgent } from '#tests/support/visitors/visitor-of-services.ts';
import type { StoredSuite } from '../../simulator.contract.ts';

let server: TestServices;
let owner: TestMember;
let agent: Agent;
beforeAll(async () => {
  server = await startTestServices();
  owner = await server.member('Mira Linden');
  agent = await publishAgent(server, owner, (draft) => {
    draft.basic.name = 'Linden Bells';
  });
});
afterAll(() => server.close());

const suiteWith = (count: number, given: object = {}): Promise<StoredSuite> =>
  server.simulator.suites.create(
    owner.scope,
    agent.id,
    suiteSchema.parse({
      name: 'Bells',
      ...given,
      scenarios: Array.from({ length: count }, (_, at) => ({
        name: `Scenario ${at + 1}`,
        turns: [{ text: 'Hello' }],
      })),
    }),
  );
const start = ({ id }: StoredSuite) =>
  server.simulator.runs.start(owner.scope, id, { version: null, player: 'script', isReading: false });

test('more people read runs at once than the database has connections', async () => {
  const suite = await suiteWith(1);
  const { id } = await start(suite);
  const read = await Promise.all(
    Array.from({ length: 30 }, async () => (await server.simulator.runs.read(owner.scope, id)).run.startedBy),
  );
  expect(new Set(read)).toEqual(new Set(['Mira Linden']));
  const lists = await Promise.all(
    Array.from({ length: 30 }, () => server.simulator.suites.list(owner.scope, agent.id)),
  );
  expect(lists[0]?.[0]?.lastRun?.startedBy).toBe('Mira Linden');
});
