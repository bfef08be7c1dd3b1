import { expect, test } from 'vitest';
import { scenarioSchema, suiteSchema } from './agents-tests.contract.ts';

const isTaken = (...checks: object[]): boolean =>
  scenarioSchema.safeParse({ name: 'Prices', turns: [{ text: 'Hello', checks }] }).success;

test('a pattern is taken only when it can be looked for in an answer', () => {
  expect(isTaken({ kind: 'matches', pattern: 'costs \\d+ euros' })).toBe(true);
  expect(isTaken({ kind: 'matches', pattern: '^(a|b)$' })).toBe(true);
  // Alone it is within what may be built; with what stands before and behind it is not.
  expect(isTaken({ kind: 'matches', pattern: `.{0,255}.{0,255}.{0,87}${'.'.repeat(197)}` })).toBe(false);
  expect(isTaken({ kind: 'matches', pattern: '^$' })).toBe(false);
});

test('a check stands once', () => {
  const check = { kind: 'matches', pattern: 'bell', expected: true };
  expect(isTaken(check, { ...check, pattern: 'bells' })).toBe(true);
  expect(isTaken(check, check)).toBe(false);
  expect(isTaken({ kind: 'no-leak' }, { kind: 'no-leak' })).toBe(false);
});

test('a suite is held in bounded time, and copied into each run', () => {
  const isHeld = (count: number, scenario: object): boolean =>
    suiteSchema.safeParse({
      name: 'Bells',
      scenarios: Array.from({ length: count }, (_, at) => ({ name: `Scenario ${at}`, ...scenario })),
    }).success;
  const turns = (count: number, text = 'Hello') => Array.from({ length: count }, () => ({ text }));
  expect(isHeld(50, { turns: turns(16), attempts: 5 })).toBe(true);
  expect(isHeld(50, { turns: turns(17), attempts: 5 })).toBe(false);
  expect(isHeld(50, { turns: turns(1, 'a'.repeat(4_000)) })).toBe(true);
  expect(isHeld(50, { turns: turns(2, 'a'.repeat(4_000)) })).toBe(false);
});
