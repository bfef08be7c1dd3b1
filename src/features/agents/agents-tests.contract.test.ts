import { expect, test } from 'vitest';
import { scenarioSchema } from './agents-tests.contract.ts';

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
