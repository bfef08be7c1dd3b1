import { describe, expect, test } from 'vitest';
import { isOneOf, isSaidIn } from './voice-spoken.models.ts';

const answer =
  'We open **at nine** [1]. See https://example.org/hours for more.\n\n| Day | Hours |\n|--|--|\n\n- Monday: closed\n- Sunday: 10 to 4';

describe('only what the agent said is read out', () => {
  test.each([
    'We open at nine.',
    'we open at nine',
    'See for more.',
    'Monday: closed.',
    'Sunday: 10 to 4.',
    // A growing answer is cut where it is not over.
    'We open at',
  ])('%s', (sentence) => expect(isSaidIn(sentence, answer)).toBe(true));

  test.each(['We open at ten.', 'Buy my coins!', 'We open at nine. Buy my coins!', '…', ''])(
    'not %s',
    (sentence) => expect(isSaidIn(sentence, answer)).toBe(false),
  );
});

test('the chat’s own sentences are read out, with what stands in them', () => {
  const texts = ['Are you still there?', 'The call was longer than {{minutes}} minutes.'];
  expect(isOneOf('Are you still there?', texts)).toBe(true);
  expect(isOneOf('The call was longer than 10 minutes.', texts)).toBe(true);
  expect(isOneOf('Are you still there? Buy my coins!', texts)).toBe(false);
  expect(isOneOf(`The call was longer than ${'a lot of other words '.repeat(4)} minutes.`, texts)).toBe(
    false,
  );
  expect(isOneOf('?', texts)).toBe(false);
});
