import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Scenario } from '#features/agents/agents-tests.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import { publishAgent, republish } from '#tests/support/visitors/visitor-chat.ts';
import type { Run } from '../simulator.contract.ts';
import type { Result } from '../simulator-results.contract.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let service: ServiceStandIn;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera');
  model = await startOpenAiStandIn({ models: ['stand-in-large'] });
  service = await startServiceStandIn();
  await owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  agent = await publishAgent(owner, (draft) => {
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    draft.dynamic.followUps = 0;
  });
  const { id } = await owner.post<{ id: string }>('/api/functions', {
    definition: {
      kind: 'http',
      name: 'check_order',
      label: 'Check an order',
      description: 'Use when somebody asks where their order is.',
      parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
      http: { url: `${service.url}/orders/{{order_id}}`, responsePath: '$.data' },
    },
  });
  agent = await republish(owner, agent, (draft) => void (draft.functions.enabled = [id]));
});
afterAll(async () => {
  await app.close();
  await model.close();
  await service.close();
});

const toolCall = {
  kind: 'tool-calls' as const,
  calls: [{ name: 'check_order', arguments: { order_id: 'A-7' } }],
};

async function resultOf(
  scenario: Partial<Omit<Scenario, 'turns'>> & { turns: { text: string; checks?: Scenario['checks'] }[] },
  start: { isReading?: boolean; player?: Run['player'] } = {},
): Promise<Result | undefined> {
  const { id } = await owner.post<{ id: string }>('/api/simulator/suites', {
    agentId: agent.id,
    suite: { name: 'Orders', scenarios: [{ name: 'Order', ...scenario }] },
  });
  const run = await owner.post<Run>(`/api/simulator/suites/${id}/runs`, start);
  return vi.waitFor(
    async () => {
      const held = await owner.get<{ run: Run; results: Result[] }>(`/api/simulator/runs/${run.id}`);
      expect(held.run.endedAt).not.toBeNull();
      return held.results[0];
    },
    { timeout: 30_000, interval: 100 },
  );
}

test('tools answer with mocks and reach nobody, unless the owner lets them look something up', async () => {
  const calls = {
    kind: 'calls' as const,
    tool: 'check_order',
    expected: true,
    arguments: [{ path: 'order_id', how: 'matches' as const, value: 'A-\\d' }],
  };
  model.script(toolCall, { kind: 'text', text: 'It waits at the harbour.' });
  const mocked = await resultOf({
    turns: [{ text: 'Where is order A-7?', checks: [calls] }],
    mocks: [{ tool: 'check_order', result: '{"state":"at the harbour"}' }],
  });
  expect(mocked?.status).toBe('passed');
  expect(JSON.stringify(model.chats.at(-1)?.messages)).toContain('at the harbour');
  expect(service.last()).toBeUndefined();

  model.script(toolCall, { kind: 'text', text: 'It is on its way.' });
  const read = await resultOf(
    { turns: [{ text: 'Where is order A-7?', checks: [calls] }] },
    { isReading: true },
  );
  expect(read?.status).toBe('passed');
  expect(service.last()?.path).toBe('/orders/A-7');
});

test('a model plays the visitor towards the goal, and judges', async () => {
  model.script(
    { kind: 'text', text: 'Hello, how can I help?' },
    { kind: 'text', text: 'Please tell me the price.' },
    { kind: 'text', text: 'It costs 24 euros.' },
    { kind: 'text', text: 'THE END' },
    { kind: 'text', text: 'SUCCESS\nThe price was named.' },
  );
  const played = await resultOf(
    {
      goal: 'Learn the price',
      turns: [{ text: 'Hello' }],
      checks: [{ kind: 'judged', criterion: 'names the price', good: [], bad: [] }],
    },
    { player: 'model' },
  );
  expect(played).toMatchObject({
    status: 'passed',
    turnCount: 2,
    checks: [{ outcome: 'passed', actual: 'The price was named.' }],
  });
});
