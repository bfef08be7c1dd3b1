import { expect, test } from 'vitest';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { scenarioSchema } from '#features/agents/agents-tests.contract.ts';
import type { SimulatedTurn } from '#features/conversations/server/simulating/simulating.usecases.ts';
import {
  createSimulatedConversations,
  judgedByRules,
  scripted,
  type ConversationInput,
} from './conversation.usecases.ts';
import { scriptFor } from './personas.models.ts';

const visitor: VisitorIdentity = {
  visitorId: 'vis_1',
  accountId: 'acc_1',
  agentId: 'agt_1',
  isPreview: true,
};
const answered = (text: string): SimulatedTurn => ({
  conversationId: 'con_1',
  answer: {
    text,
    parts: [],
    citations: [],
    status: 'complete',
    costMicros: 0,
  } as unknown as SimulatedTurn['answer'],
  isUnsure: false,
  refusal: null,
  handler: 'ai',
  isEnded: false,
  charged: 0,
});

/** Holds a conversation in which these are the answers. */
async function hold(
  turns: { checks?: object[] }[],
  answers: SimulatedTurn[],
  given: Partial<Pick<ConversationInput, 'judge'>> = {},
) {
  const scenario = scenarioSchema.parse({
    name: 'Prices',
    turns: turns.map(({ checks = [] }) => ({ text: 'How much is a bell?', checks })),
  });
  const left = [...answers];
  const script = scriptFor(scenario, 'curious', () => '');
  return createSimulatedConversations({
    simulating: {
      begin: async () => visitor,
      say: async () => left.shift() ?? answered('24 euros'),
      end: async () => undefined,
      endStranded: async () => undefined,
    },
  }).hold({
    accountId: 'acc_1',
    agentId: 'agt_1',
    version: null,
    isReading: false,
    scenario,
    persona: 'curious',
    secrets: new Set(),
    script,
    player: scripted(script),
    line: null,
    judge: judgedByRules,
    signal: new AbortController().signal,
    progress: async () => undefined,
    ...given,
  });
}

test('others are served between two checks', async () => {
  let served = 0;
  let isOver = false;
  const serve = (): void => {
    served += 1;
    if (!isOver) setImmediate(serve);
  };
  setImmediate(serve);
  const checks = Array.from({ length: 20 }, (_, at) => ({
    kind: 'contains',
    text: `${at}`,
    expected: false,
  }));
  await hold([{ checks }], [answered('a bell')]);
  isOver = true;
  expect(served).toBeGreaterThanOrEqual(20);
});

test('what was never said has not passed', async () => {
  const held = await hold(
    [{}, { checks: [{ kind: 'contains', text: 'refund', expected: false }, { kind: 'no-leak' }] }],
    [{ ...answered('Goodbye'), isEnded: true }],
  );
  expect(held?.checks.map(({ turn, outcome }) => [turn, outcome])).toEqual([
    [1, 'unknown'],
    [1, 'unknown'],
  ]);
  expect(held?.status).toBe('failed');
});

test('a message that was refused was not tried, but for the wall', async () => {
  const refused = (refusal: string): SimulatedTurn => ({ ...answered(''), answer: null, refusal });
  const checks = [{ kind: 'no-promise' }, { kind: 'contains', text: 'refund', expected: false }];
  expect((await hold([{ checks }], [refused('billing.plan_over')]))?.status).toBe('broken');
  expect((await hold([{ checks: [{ kind: 'wall' }] }], [refused('paywall.payment_required')]))?.status).toBe(
    'passed',
  );
});

test('asking a model without a known price counts towards the limits', async () => {
  const unpriced = { ...answered('24 euros') };
  unpriced.answer = { ...unpriced.answer, costMicros: null } as SimulatedTurn['answer'];
  const held = await hold([{ checks: [{ kind: 'judged', criterion: 'It is kind' }] }], [unpriced], {
    judge: async () => ({ outcome: 'passed', rationale: '', costMicros: null }),
  });
  expect(held?.costMicros).toBe(0);
  expect(held?.spentMicros).toBeGreaterThan(0);
});

test('of passages only their beginnings are kept', async () => {
  const long = answered('24 euros');
  const trace = { tools: [], passages: [{ title: 'Prices', text: 'a'.repeat(2_000) }] };
  long.answer = { ...long.answer, trace } as unknown as SimulatedTurn['answer'];
  const held = await hold([{}], [long]);
  expect(held?.turns[0]?.answer?.trace?.passages[0]).toEqual({ title: 'Prices', text: 'a'.repeat(300) });
});
