import { expect, test } from 'vitest';
import type { Simulation } from '#platform/http/access.ts';
import type { AgentTool } from '../tools.usecases.ts';
import { mockedTools } from './mocked-tools.usecases.ts';

const tool = (name: string, more: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: name,
  parameters: { type: 'object' },
  run: async () => ({ content: 'done in earnest' }),
  ...more,
});
const simulation = (more: Partial<Simulation> = {}): Simulation =>
  ({ version: null, mocks: {}, isReading: false, isFreeUsed: false, ...more }) as Simulation;
const resultOf = async (given: AgentTool, how: Simulation): Promise<Record<string, unknown>> => {
  const [mocked] = mockedTools([given], how, ({ name }) => name === 'ours');
  return { ...(await mocked?.run({}, new AbortController().signal)) };
};

test('what comes from elsewhere does nothing, what stays in the conversation works', async () => {
  expect(String((await resultOf(tool('theirs'), simulation()))['content'])).toContain('Tool called.');
  const inEarnest = { content: 'done in earnest' };
  expect(await resultOf(tool('ours'), simulation())).toEqual(inEarnest);
  expect(await resultOf(tool('theirs', { isSelfContained: true }), simulation())).toEqual(inEarnest);
  expect(await resultOf(tool('theirs'), simulation({ isReading: true }))).toEqual(inEarnest);
});

test('a mock in words is what is said without a model, one of data is not', async () => {
  const mocks = { theirs: 'Twelve bells are in stock.' };
  expect(await resultOf(tool('theirs'), simulation({ mocks }))).toMatchObject({ said: mocks.theirs });
  const data = await resultOf(tool('theirs'), simulation({ mocks: { theirs: '{"stock":12}' } }));
  expect(data).not.toHaveProperty('said');
});
