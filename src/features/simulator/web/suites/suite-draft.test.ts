import { expect, test } from 'vitest';
import { suiteSchema } from '#features/agents/agents-tests.contract.ts';
import { blankSuite, scenariosFrom } from './suite-draft.ts';

test('pasted lines become scenarios: a question each, and what its answer must hold', () => {
  const scenarios = scenariosFrom('Are you open?|nine to five\n\nWhere are you?\nAre you open?\tyes', [
    'Where are you?',
  ]);
  expect(scenarios.map(({ name, turns: [turn] }) => [name, turn?.text, ...(turn?.checks ?? [])])).toEqual([
    ['Are you open?', 'Are you open?', { kind: 'contains', text: 'nine to five', expected: true }],
    ['Where are you? (2)', 'Where are you?'],
    ['Are you open? (2)', 'Are you open?', { kind: 'contains', text: 'yes', expected: true }],
  ]);
  expect(suiteSchema.safeParse({ name: 'All', scenarios }).success).toBe(true);
});

test('a new suite can be saved once its first question is there', () => {
  const suite = blankSuite('Suite', 'First');
  expect(suiteSchema.safeParse(suite).success).toBe(false);
  suite.scenarios[0]!.turns[0]!.text = 'Are you open?';
  expect(suiteSchema.safeParse(suite).success).toBe(true);
});
