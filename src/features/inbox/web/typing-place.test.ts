import { expect, test } from 'vitest';
import { inboxKeys, wordUntil } from './typing-place.ts';

const single: readonly string[] = Object.values(inboxKeys);

/** What becomes of letters that are typed one after the other, so many ms apart: those that are keys. */
function keysOf(text: string, pause: number): string {
  let until = 0;
  let keys = '';
  [...text].forEach((key, at) => {
    const now = at * pause;
    // As in the page: a letter is looked at before it is taken as a key.
    until = wordUntil(key, now, until);
    if (single.includes(key) && now >= until) keys += key;
  });
  return keys;
}

test('letters of a word are no keys, and keys by themselves are', () => {
  expect(keysOf('Hello everyone', 120)).toBe('');
  expect(keysOf('jjkke', 120)).toBe('jjkke');
  expect(keysOf('xe', 1_500)).toBe('e');
  expect(keysOf('rjneuts', 120)).toBe('rjneuts');
});
