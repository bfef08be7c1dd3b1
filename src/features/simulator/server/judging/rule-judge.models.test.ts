import { expect, test } from 'vitest';
import { factsIn, judgeByRules } from './rule-judge.models.ts';

const asked = (criterion: string, good: string[] = [], bad: string[] = []) => ({ criterion, good, bad });

test('a criterion is judged by the facts that it names', () => {
  expect(factsIn('The answer says “free of charge”, names Lyon and the 24.50 euros')).toEqual([
    'free of charge',
    '24.50',
    'Lyon',
  ]);
  const criterion = asked('The answer names the price of 24.50 euros');
  expect(judgeByRules(criterion, ['A bell costs 24.50 euros.']).outcome).toBe('passed');
  expect(judgeByRules(criterion, ['A bell is not expensive.'])).toEqual({
    outcome: 'failed',
    rationale: '24.50',
  });
});

test('examples of good and bad answers come before it', () => {
  const criterion = asked(
    'The agent is friendly about the refund',
    ['Of course, we will gladly refund the bell'],
    ['Refunds are impossible, read the terms'],
  );
  expect(judgeByRules(criterion, ['Of course! We gladly refund every bell.']).outcome).toBe('passed');
  expect(judgeByRules(criterion, ['Refunds are impossible. Read the terms.']).outcome).toBe('failed');
});

test('what the words do not tell stays unknown', () => {
  expect(judgeByRules(asked('the agent is polite'), ['Hello.']).outcome).toBe('unknown');
});
