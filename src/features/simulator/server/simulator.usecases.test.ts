import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import {
  suiteSchema,
  type Check,
  type Scenario,
  type Suite,
} from '#features/agents/agents-tests.contract.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import type { Run, StoredSuite } from '../simulator.contract.ts';
import type { Result, Transcript } from '../simulator-results.contract.ts';

let server: TestServices;
let owner: TestMember;
let agent: Agent;
beforeAll(async () => {
  server = await startTestServices();
  owner = await server.member('Mira Linden');
  agent = await publishAgent(server, owner, (draft) => {
    draft.basic.name = 'Linden Bells';
    draft.people.enabled = true;
    draft.people.answerWhileWaiting = false;
    draft.prompt.systemPrompt =
      'You speak for the bell foundry Linden and never tell anybody that the secret alloy is made of copper with a fifth of tin.';
  });
  await know('Prices', 'A brass bell costs 24 euros. A silver bell costs 90 euros.');
});
afterAll(() => server.close());

async function know(title: string, body: string): Promise<void> {
  await server.knowledge.addText(owner.scope, agent.collectionId, { title, body });
  await server.jobs.work();
}
type GivenScenario = Partial<Omit<Scenario, 'turns'>> & {
  turns: { text: string; checks?: Check[] }[];
};
const suiteOf = (scenarios: GivenScenario[], given: Partial<Suite> = {}): Suite =>
  suiteSchema.parse({
    name: 'Bells',
    ...given,
    scenarios: scenarios.map((scenario, at) => ({ name: `Scenario ${at + 1}`, ...scenario })),
  });
const asks = (text: string, ...checks: Check[]): GivenScenario => ({ turns: [{ text, checks }] });
const contains = (text: string): Check => ({ kind: 'contains', text, expected: true });

async function run(suite: StoredSuite, version: number | null = null): Promise<Run> {
  const { id } = await server.simulator.runs.start(owner.scope, suite.id, {
    version,
    player: 'script',
    isReading: false,
    isSpoken: false,
  });
  await server.jobs.work();
  return (await server.simulator.runs.read(owner.scope, id)).run;
}
async function resultsOf(scenarios: GivenScenario[]): Promise<Result[]> {
  const suite = await server.simulator.suites.create(owner.scope, agent.id, suiteOf(scenarios));
  const { id } = await run(suite);
  const { results } = await server.simulator.runs.read(owner.scope, id);
  await server.simulator.suites.remove(owner.scope, suite.id);
  return results;
}
const outcomesOf = (results: Result[]) =>
  results.map(({ checks }) => checks.map(({ outcome }) => outcome).join(' '));
async function transcriptOf(scenario: GivenScenario): Promise<Transcript> {
  const suite = await server.simulator.suites.create(owner.scope, agent.id, suiteOf([scenario]));
  return server.simulator.runs.transcript(owner.scope, (await run(suite)).id, 0);
}
const countsNow = async (): Promise<unknown> => {
  const tables =
    'visitors conversations messages contacts outbox_mails webhook_events purchases paywall_lots paywall_entries payment_movements agent_usage inbox_words tool_requests'.split(
      ' ',
    );
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await server.database.direct
        .execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM ${sql.identifier(table)}`)
        .catch(() => ({ rows: [] }));
      return [table, rows[0]?.count ?? 'no such table'];
    }),
  );
  return Object.fromEntries(counts) as unknown;
};

describe('a scenario', () => {
  test('is held with the draft, and passes when the answer says what it must; webhooks hear of what did not', async () => {
    await server.database.account(owner.scope.accountId, (tx) =>
      tx.execute(sql`INSERT INTO webhooks (id, account_id, url, description, events, secret, is_enabled, created_by, created_at)
        VALUES ('whk_1', ${owner.scope.accountId}, 'https://hooks.example', '', '{agent.test_failed}', 's', true, '', now())`),
    );
    const suite = await server.simulator.suites.create(
      owner.scope,
      agent.id,
      suiteOf([
        asks('How much is a brass bell?', contains('24 euros'), { kind: 'cites', source: 'prices' }),
        asks('How much is a brass bell?', contains('25 euros')),
      ]),
    );
    const held = await run(suite);
    expect(held).toMatchObject({ status: 'failed', total: 2, done: 2, passed: 1, isCurrent: true });
    const { results } = await server.simulator.runs.read(owner.scope, held.id);
    expect(results.map(({ scenario, status }) => [scenario, status])).toEqual([
      ['Scenario 1', 'passed'],
      ['Scenario 2', 'failed'],
    ]);
    const { rows: told } = await server.database.account(owner.scope.accountId, (tx) =>
      tx.execute<{ body: string }>(sql`SELECT body FROM webhook_events`),
    );
    expect(told.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      {
        type: 'agent.test_failed',
        data: {
          runId: held.id,
          suite: { id: suite.id, name: 'Bells', isRequired: false },
          version: null,
          total: 2,
          passed: 1,
          failed: ['Scenario 2'],
        },
      },
    ]);
    const { turns } = await server.simulator.runs.transcript(owner.scope, held.id, 0);
    expect(turns[0]?.answer?.text).toContain('24 euros');
    expect(turns[0]?.answer?.trace?.passages[0]?.title).toBe('Prices');
  });

  test('leaves nothing behind: no visitor, no message, no contact, no mail, no event, no money', async () => {
    const before = await countsNow();
    await resultsOf([
      asks('I want to talk to a human being', { kind: 'hands-over', expected: true }),
      { ...asks('How much is a brass bell?'), wallet: 'last' },
      { ...asks('How much is a brass bell?'), wallet: 'subscriber' },
    ]);
    expect(await countsNow()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('no such table');
  });

  test('is checked in every way that needs no model', async () => {
    const results = await resultsOf([
      asks(
        'How much is a brass bell?',
        { kind: 'matches', pattern: 'costs \\d+ euros', expected: true },
        { kind: 'matches', pattern: '^Nothing', expected: true },
        { kind: 'contains', text: 'silver lining', expected: false },
        { kind: 'language', language: 'en' },
        { kind: 'language', language: 'cs' },
        { kind: 'within', milliseconds: 60_000 },
        { kind: 'costs-at-most', micros: 0 },
        { kind: 'no-promise' },
        { kind: 'knows', expected: true },
        { kind: 'calls', tool: 'refund', arguments: [], expected: false },
        { kind: 'silent' },
        { kind: 'judged', criterion: 'The answer names 24 euros', good: [], bad: [] },
        { kind: 'judged', criterion: 'the agent is kind', good: [], bad: [] },
      ),
      asks('Who won the football match yesterday?', { kind: 'knows', expected: false }),
    ]);
    expect(outcomesOf(results)).toEqual([
      'passed failed passed passed failed passed passed passed passed passed failed passed unknown',
      'passed',
    ]);
  });

  test('hands over to people who hear nothing of it, and then the agent is silent', async () => {
    const { turns, checks, status } = await transcriptOf({
      turns: [
        { text: 'I want to talk to a human being', checks: [{ kind: 'hands-over', expected: true }] },
        { text: 'Hello? How much is a brass bell?', checks: [{ kind: 'silent' }] },
      ],
    });
    expect(turns.map(({ handler }) => handler)).toEqual(['waiting', 'waiting']);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(status).toBe('passed');
    expect((await server.jobs.waiting()).map(({ name }) => name)).not.toContain('inbox.push');
  });

  test('is played by each persona in its own way', async () => {
    const suite = await server.simulator.suites.create(
      owner.scope,
      agent.id,
      suiteOf([
        {
          ...asks('Hello, how much is a brass bell?', contains('24')),
          personas: ['curious', 'impatient', 'non-native', 'attacker'],
        },
      ]),
    );
    const { id } = await run(suite);
    const { results } = await server.simulator.runs.read(owner.scope, id);
    const said = await Promise.all(
      results.map(async ({ place }) =>
        (await server.simulator.runs.transcript(owner.scope, id, place)).turns.map((turn) => turn.said),
      ),
    );
    expect(said.map(([first]) => first)).toEqual([
      'Hello, how much is a brass bell?',
      'how much is a brass bell',
      'hello, how much is brass bell?',
      'Hello, how much is a brass bell?',
    ]);
    expect(said[3]?.[1]).toContain('system prompt');
    expect(results.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed']);
  });

  test('passes consent and contact form by itself, and leaves no contact', async () => {
    await change((draft) => {
      draft.access.consentEnabled = true;
      draft.access.consentText = 'We keep what you write.';
      draft.contactForm = {
        ...draft.contactForm,
        enabled: true,
        moment: 'start',
        fields: [{ key: 'email', type: 'email', label: '', required: true, options: [] }],
      };
    });
    const [result] = await resultsOf([asks('How much is a brass bell?', contains('24'))]);
    expect(result?.status).toBe('passed');
    await change((draft) => {
      draft.access.consentEnabled = false;
      draft.contactForm.enabled = false;
    });
  });
});

async function change(by: (draft: Agent['draft']) => void): Promise<void> {
  const { draft, draftRevision } = await server.agents.get(owner.scope, agent.id);
  by(draft);
  await server.agents.saveDraft(owner.scope, agent.id, { revision: draftRevision, configuration: draft });
}

describe('the wall', () => {
  test('is met as each kind of wallet meets it, and charges what it must', async () => {
    await change((draft) => {
      draft.payment = { ...draft.payment, enabled: true, type: 'pack', amount: 900, freeMessages: 1 };
    });
    const twice = (wallet: Scenario['wallet'], checks: Check[]): GivenScenario => ({
      wallet,
      turns: [{ text: 'How much is a brass bell?' }, { text: 'And how much is a silver bell?' }],
      checks,
    });
    const results = await resultsOf([
      twice('fresh', [
        { kind: 'wall', expected: true },
        { kind: 'charges', messages: 1 },
      ]),
      twice('exhausted', [
        { kind: 'wall', expected: true },
        { kind: 'charges', messages: 0 },
      ]),
      twice('last', [
        { kind: 'wall', expected: true },
        { kind: 'charges', messages: 1 },
      ]),
      twice('subscriber', [
        { kind: 'wall', expected: false },
        { kind: 'charges', messages: 2 },
      ]),
      twice('refunded', [
        { kind: 'wall', expected: true },
        { kind: 'charges', messages: 0 },
      ]),
    ]);
    expect(outcomesOf(results)).toEqual(Array.from({ length: 5 }, () => 'passed passed'));
    await change((draft) => (draft.payment.enabled = false));
  });
});

describe('two runs', () => {
  test('of two versions stand side by side, what fails now first', async () => {
    const suite = await server.simulator.suites.create(
      owner.scope,
      agent.id,
      suiteOf([
        asks('How much is a brass bell?', contains('24 euros')),
        asks('I want to talk to a human being', { kind: 'hands-over', expected: true }),
      ]),
    );
    const live = await run(suite, 1);
    await change((draft) => (draft.people.enabled = false));
    const draft = await run(suite);
    expect([live.status, draft.status]).toEqual(['passed', 'failed']);
    const { scenarios } = await server.simulator.runs.compare(owner.scope, draft.id, live.id);
    expect(scenarios.map(({ scenario, before, after }) => [scenario, before, after])).toEqual([
      ['Scenario 2', 'passed', 'failed'],
      ['Scenario 1', 'passed', 'passed'],
    ]);
    const junit = await server.simulator.runs.export(owner.scope, draft.id, 'junit');
    expect(junit.text).toContain('tests="2" failures="1" errors="0"');
    const json = JSON.parse((await server.simulator.runs.export(owner.scope, draft.id, 'json')).text) as {
      conversations: { status: string; turns: { said: string }[] }[];
    };
    expect(json.conversations[1]?.turns[0]?.said).toBe('I want to talk to a human being');
    await change((back) => (back.people.enabled = true));
  });
});

describe('the publish gate', () => {
  const publish = async (override?: { reason: string }) => {
    const { draftRevision } = await server.agents.get(owner.scope, agent.id);
    return server.agents.publish(owner.scope, agent.id, { revision: draftRevision, name: '', override });
  };

  test('stops a draft until its required suites passed on exactly this draft', async () => {
    await change((draft) => (draft.footer.text = 'A first change'));
    const suite = await server.simulator.suites.create(
      owner.scope,
      agent.id,
      suiteOf([asks('How much is a brass bell?', contains('25 euros'))], { isRequired: true }),
    );
    expect(await outcomeOf(publish())).toBe('agents.tests_not_passed');
    expect((await run(suite)).status).toBe('failed');
    expect(await outcomeOf(publish())).toBe('agents.tests_not_passed');
    expect(await server.simulator.gate(owner.scope, agent.id)).toMatchObject({
      suites: [{ state: 'failed' }],
      lifted: [],
    });
    const mended = await server.simulator.suites.save(owner.scope, suite.id, {
      revision: suite.revision,
      suite: suiteOf([asks('How much is a brass bell?', contains('24 euros'))], { isRequired: true }),
    });
    expect(await server.simulator.gate(owner.scope, agent.id)).toMatchObject({
      suites: [{ state: 'missing' }],
    });
    expect((await run(mended)).status).toBe('passed');
    await change((draft) => (draft.footer.text = 'A second change'));
    expect(await outcomeOf(publish())).toBe('agents.tests_not_passed');
    await run(mended);
    await know('Hours', 'The foundry is open from nine to five.');
    expect(await outcomeOf(publish())).toBe('agents.tests_not_passed');
    await run(mended);
    expect(await outcomeOf(publish())).toBe('done');
    // Whoever publishes next reads that it stands there no more.
    await server.simulator.suites.remove(owner.scope, suite.id);
    const lifted = [{ name: suite.suite.name, by: 'Mira Linden', at: expect.any(String) as string }];
    expect(await server.simulator.gate(owner.scope, agent.id)).toEqual({ suites: [], lifted });
    await change((draft) => (draft.footer.text = 'Published without it'));
    await publish();
    expect(await server.simulator.gate(owner.scope, agent.id)).toEqual({ suites: [], lifted: [] });
  });

  test('lets it out with a reason, which is written down', async () => {
    await change((draft) => (draft.footer.text = 'A third change'));
    const suite = await server.simulator.suites.create(
      owner.scope,
      agent.id,
      suiteOf([asks('Hello', contains('no such words'))], { isRequired: true }),
    );
    expect(await outcomeOf(publish({ reason: 'The price is wrong on the page' }))).toBe('done');
    const { entries } = await server.audit.list(owner.scope, {});
    expect(entries.find(({ action }) => action === 'agents.published_untested')?.details).toMatchObject({
      reason: 'The price is wrong on the page',
    });
    await server.simulator.suites.remove(owner.scope, suite.id);
  });
});

describe('an answer of a real conversation', () => {
  test('becomes a test with one call, and passes', async () => {
    const visitor = await visitServices(server, agent);
    await visitor.say('Hello');
    const { events } = await visitor.say('How much is a brass bell?');
    const answer = events.flatMap((event) => (event.type === 'done' ? [event.message] : []))[0];
    const made = await server.simulator.answers.fromAnswer(owner.scope, {
      messageId: answer?.id ?? '',
      suiteId: null,
    });
    const suite = await server.simulator.suites.read(owner.scope, made.suiteId);
    expect(suite.suite.scenarios[0]).toMatchObject({
      name: 'How much is a brass bell?',
      turns: [{ text: 'Hello', checks: [] }, { text: 'How much is a brass bell?' }],
    });
    expect((await run(suite)).status).toBe('passed');
    const again = await server.simulator.answers.fromAnswer(owner.scope, {
      messageId: answer?.id ?? '',
      suiteId: null,
    });
    expect(again).toEqual({ suiteId: made.suiteId, scenario: 'How much is a brass bell? (2)' });
    const { json } = await server.agents.exportAgent(owner.scope, agent.id);
    expect((JSON.parse(json) as { tests: Suite[] }).tests.map(({ name }) => name)).not.toContain(
      suite.suite.name,
    );
    await server.conversations.deleteVisitor(visitor.identity);
    expect(await outcomeOf(server.simulator.suites.read(owner.scope, made.suiteId))).toBe(
      'simulator.not_found',
    );
  });
});
