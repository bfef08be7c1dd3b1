import { expect, test } from 'vitest';
import { localEntry, withWaiting, writtenEntry } from './chat-state.ts';

test('a message that waits for whatever comes first goes out with the next one', () => {
  const waiting = writtenEntry('What do you do about a sore knee?');
  const next = writtenEntry('Is there parking?');
  expect(withWaiting(next, { waiting })).toEqual({
    ...next,
    text: 'What do you do about a sore knee?\n\nIs there parking?',
  });
  expect(withWaiting(next, { waiting: null })).toBe(next);
  // What would be too long together, or has files, is not joined.
  expect(withWaiting(next, { waiting: localEntry('visitor', 'a'.repeat(10_000)) })).toBe(next);
  expect(withWaiting(next, { waiting: { ...waiting, attachments: [] } })).toBe(next);
});
