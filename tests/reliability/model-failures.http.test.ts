import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent, AgentSummary } from '#features/agents/agents.contract.ts';
import { openModelStory, type ModelStory } from './model-story.ts';
import { modelAgent } from './people.ts';
import { until } from './server-process.ts';

let story: ModelStory;
let agent: { id: string; number: number };
beforeAll(async () => {
  story = await openModelStory();
  agent = await modelAgent(story.owner, () => undefined);
});
afterAll(() => story.close());

const failureOf = async (): Promise<Agent['modelFailure']> =>
  (await story.owner.get<{ agents: AgentSummary[] }>('/api/agents')).agents.find(({ id }) => id === agent.id)
    ?.modelFailure ?? null;

test.each([
  [401, 'llm.unauthorized'],
  [402, 'llm.quota_exceeded'],
  [404, 'llm.model_not_found'],
])('why a model gave no answer stands at the agent and at the answer: %s', async (status, code) => {
  story.model.script({ kind: 'status', status });
  const failed = await story.talk('Hello', agent.number);
  await until('it is noted', async () => (await failureOf())?.code === code);
  expect(await failureOf()).toMatchObject({ provider: 'openai-compatible', model: 'stand-in-large', code });
  expect((await story.stored(failed)).trace?.attempts).toMatchObject([{ errorCode: code }]);
  // What the visitor reads says nothing of keys; ids and times may spell anything.
  const read = JSON.stringify(failed.events).replaceAll(/"(\w*[iI]d|\w+At)":"[^"]*"/g, '');
  expect(read).not.toMatch(/key|credit|401|402/i);
});

test('and goes as soon as it answers again', async () => {
  story.model.script({ kind: 'text', text: 'Good morning.' });
  await story.talk('Hello', agent.number);
  await until('it is well again', async () => (await failureOf()) === null);
});
