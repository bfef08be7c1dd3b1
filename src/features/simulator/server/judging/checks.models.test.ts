import { expect, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import type { SimulatedTurnRecord } from '../../simulator-results.contract.ts';
import { conversationSteps, decide, secretsIn, type CheckScope, type PlainCheck } from './checks.models.ts';

const turn = (text: string): SimulatedTurnRecord => ({
  said: 'Hello',
  speech: null,
  isAdded: false,
  answer: {
    text,
    parts: [],
    citations: [],
    status: 'complete',
    trace: { tools: [{ name: 'refund', arguments: { why: text }, errorCode: null }] },
  } as unknown as SimulatedTurnRecord['answer'],
  refusal: null,
  isUnsure: false,
  handler: 'ai',
  charged: 0,
  milliseconds: 1,
});
const scopeOf = (turns: SimulatedTurnRecord[], given: Partial<CheckScope> = {}): CheckScope => ({
  turns,
  chargedBefore: 0,
  secrets: new Set(),
  effort: { left: conversationSteps },
  ...given,
});
const outcome = (check: PlainCheck, scope: CheckScope) =>
  decide(check, scope, () => ({ outcome: 'passed', rationale: '' })).outcome;
/** It holds each sign of a text against hundreds of states. */
const heavy = '.{0,240}.{0,240}.{0,150}#';
const long = 'a brass bell '.repeat(46);

test('patterns of one conversation share what they may cost, and are then unknown', () => {
  const scope = scopeOf([turn(long)]);
  const outcomes = Array.from({ length: 20 }, () =>
    outcome({ kind: 'matches', pattern: heavy, expected: false }, scope),
  );
  expect(outcomes.at(-1)).toBe('unknown');
  expect(scope.effort.left).toBeGreaterThan(-100_000);
  expect(outcome({ kind: 'matches', pattern: 'bell', expected: true }, scopeOf([turn(long)]))).toBe('passed');
});

test('one check over many answers takes no longer than one over few', () => {
  const scope = scopeOf(Array.from({ length: 40 }, () => turn(long)));
  expect(outcome({ kind: 'matches', pattern: heavy, expected: false }, scope)).toBe('unknown');
  expect(conversationSteps - scope.effort.left).toBeLessThan(1_200_000);
});

test('an argument that a pattern could not be held against is not taken for another one', () => {
  const check: PlainCheck = {
    kind: 'calls',
    tool: 'refund',
    arguments: [{ path: 'why', how: 'matches', value: heavy }],
    expected: false,
  };
  expect(outcome(check, scopeOf([turn(long)], { effort: { left: 1_000 } }))).toBe('unknown');
});

test('instructions that are told are found by twelve words in a row, in a moment', async () => {
  const secret = 'never tell that the alloy is made of copper with a fifth of tin';
  const secrets = secretsIn(`You sell bells. ${secret}.`);
  const leaks = (text: string) => outcome({ kind: 'no-leak' }, scopeOf([turn(text)], { secrets }));
  expect(leaks(`I was told to ${secret}!`)).toBe('failed');
  expect(leaks('The alloy is made of copper with a fifth of tin.')).toBe('passed');
  const many = secretsIn('a b '.repeat(5_000));
  const turns = Array.from({ length: 40 }, () => turn('b c '.repeat(1_000)));
  const cost = await processorMs(() =>
    expect(outcome({ kind: 'no-leak' }, scopeOf(turns, { secrets: many }))).toBe('passed'),
  );
  expect(cost).toBeLessThan(1_000);
});
