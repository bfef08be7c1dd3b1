import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { suiteSchema } from '#features/agents/agents-tests.contract.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent } from '#tests/support/visitors/visitor-of-services.ts';
import type { StoredSuite } from '../../simulator.contract.ts';
import { simulatorRepository } from '../simulator.repository.ts';
import type { ConversationInput, Held } from './conversation.usecases.ts';
import { createHolding } from './holding.usecases.ts';

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
  server.simulator.runs.start(owner.scope, id, {
    version: null,
    player: 'script',
    isReading: false,
    isSpoken: false,
  });

const runOf = async (id: string) => (await server.simulator.runs.read(owner.scope, id)).run;
const held = (given: Partial<Held> = {}): Held => ({
  status: 'passed',
  turns: [],
  checks: [],
  costMicros: 0,
  spentMicros: 0,
  milliseconds: 1,
  ...given,
});
const change = async (text: string): Promise<void> => {
  const { draft, draftRevision } = await server.agents.get(owner.scope, agent.id);
  draft.footer.text = text;
  await server.agents.saveDraft(owner.scope, agent.id, { revision: draftRevision, configuration: draft });
};
/** Runs that are held by somebody who says what becomes of each conversation. */
const holding = (hold: (input: ConversationInput) => Promise<Held>) =>
  createHolding({ ...server, conversations: { hold }, isOn: () => isOn });
/** Whether the account has the simulator. */
let isOn = true;
const never = new AbortController().signal;

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

test('a draft that was changed meanwhile was not tried, even where it was changed back', async () => {
  await change('Bad');
  const before = await start(await suiteWith(1));
  await change('Good');
  await holding(async () => held()).work(owner.scope.accountId, before.id, never);
  expect(await runOf(before.id)).toMatchObject({ status: 'stopped', done: 0 });

  await change('Bad');
  const during = await start(await suiteWith(1));
  const meanwhile = holding(async () => {
    await change('Good');
    await change('Bad');
    return held();
  });
  await meanwhile.work(owner.scope.accountId, during.id, never);
  expect(await runOf(during.id)).toMatchObject({ status: 'stopped', done: 1 });
});

test('a run goes on where a process left it, and keeps what it cost', async () => {
  const { id } = await start(await suiteWith(3));
  const dying = new AbortController();
  const names: string[] = [];
  const one = holding(async ({ scenario, progress }) => {
    names.push(scenario.name);
    await progress(held({ status: 'running', costMicros: 7, spentMicros: 7 }));
    if (scenario.name !== 'Scenario 1') dying.abort();
    return held({ costMicros: 7, spentMicros: 7 });
  });
  await expect(one.work(owner.scope.accountId, id, dying.signal)).rejects.toThrow('interrupted');
  const far = await runOf(id);
  expect(far.status).toBe('running');
  const other = holding(async ({ scenario }) => {
    names.push(scenario.name);
    return held();
  });
  await other.work(owner.scope.accountId, id, never);
  expect(await runOf(id)).toMatchObject({ status: 'passed', done: 3, passed: 3, costMicros: far.costMicros });
  expect(names).toHaveLength(3 + (3 - far.done));
});

test('who held a run before writes nothing more into it', async () => {
  const { id } = await start(await suiteWith(1));
  const late = holding(async () => {
    await holding(async () => held({ costMicros: 1 })).work(owner.scope.accountId, id, never);
    return held({ status: 'failed', costMicros: 100 });
  });
  await late.work(owner.scope.accountId, id, never);
  expect(await runOf(id)).toMatchObject({ status: 'passed', done: 1, costMicros: 1 });
});

test('a run that never gets on ends as broken, and so does one that nobody holds', async () => {
  const { id } = await start(await suiteWith(1));
  for (let time = 0; time < 3; time++) {
    const dying = new AbortController();
    const work = holding(async () => (dying.abort(), held())).work(owner.scope.accountId, id, dying.signal);
    await expect(work).rejects.toThrow('interrupted');
  }
  expect((await runOf(id)).status).toBe('broken');

  const { id: other } = await start(await suiteWith(1));
  const dying = new AbortController();
  await expect(
    holding(async () => (dying.abort(), held())).work(owner.scope.accountId, other, dying.signal),
  ).rejects.toThrow('interrupted');
  server.clock.advance(7 * 3_600_000);
  await server.simulator.tidy();
  expect((await runOf(other)).status).toBe('broken');
});

test('a run stops where the simulator is switched off: at its next word, and before its first', async () => {
  const { id } = await start(await suiteWith(2));
  await holding(async ({ progress, signal }) => {
    isOn = false;
    await progress(held({ status: 'running' }));
    expect(signal.aborted).toBe(true);
    return held({ status: 'broken' });
  }).work(owner.scope.accountId, id, never);
  expect(await runOf(id)).toMatchObject({ status: 'stopped', passed: 0 });
  isOn = true;

  const { id: waiting } = await start(await suiteWith(1));
  isOn = false;
  await holding(() => Promise.reject(new Error('It was held'))).work(owner.scope.accountId, waiting, never);
  expect(await runOf(waiting)).toMatchObject({ status: 'stopped', done: 0 });
  isOn = true;
});

test('a long run lets others have their turn', async () => {
  const { id } = await start(await suiteWith(25));
  const slices = holding(async () => held());
  await slices.work(owner.scope.accountId, id, never);
  expect(await runOf(id)).toMatchObject({ status: 'running', done: 20 });
  await slices.work(owner.scope.accountId, id, never);
  expect(await runOf(id)).toMatchObject({ status: 'passed', done: 25 });
});

test('what models may cost ends a run within a conversation, and runs of the day', async () => {
  const { id } = await start(await suiteWith(1));
  await holding(async ({ progress, signal }) => {
    await progress(held({ status: 'running', spentMicros: 5_000_001 }));
    expect(signal.aborted).toBe(true);
    return held({ status: 'broken', spentMicros: 5_000_001 });
  }).work(owner.scope.accountId, id, never);
  expect((await runOf(id)).passed).toBe(0);
  const { accountId } = owner.scope;
  const day = server.clock.now().toISOString().slice(0, 10);
  await owner.scope.run((tx) => simulatorRepository(tx).spend(accountId, day, 20_000_000));
  const suite = await suiteWith(1);
  expect(await outcomeOf(start(suite))).toBe('simulator.day_spent');
  server.clock.advance(24 * 3_600_000);
  expect(await outcomeOf(start(suite))).toBe('done');
});

test('what was required before publishing does not go without a trace', async () => {
  const { id, revision, suite } = await suiteWith(1, { isRequired: true });
  await server.simulator.suites.save(owner.scope, id, { revision, suite: { ...suite, isRequired: false } });
  await server.simulator.suites.remove(owner.scope, id);
  await server.simulator.suites.remove(owner.scope, (await suiteWith(1, { isRequired: true })).id);
  const { entries } = await server.audit.list(owner.scope, {});
  const told = entries.filter(({ action }) => action === 'agents.test_unrequired');
  expect(told.map(({ target }) => target.name)).toEqual(['Bells', 'Bells']);
});

test('an account has five runs at most that wait', async () => {
  await server.jobs.work();
  const suite = await suiteWith(1);
  for (let count = 0; count < 5; count++) await start(suite);
  expect(await outcomeOf(start(suite))).toBe('simulator.too_many_runs');
});
