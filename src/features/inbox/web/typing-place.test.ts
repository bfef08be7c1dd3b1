import { expect, test } from 'vitest';
import { wordUntil } from './typing-place.ts';

/** What becomes of letters that are typed one after the other, so many ms apart: those that are keys. */
function keysOf(text: string, pause: number): string {
  let until = 0;
  let keys = '';
  [...text].forEach((key, at) => {
    const now = at * pause;
    if ('jkeu'.includes(key) && now >= until) keys += key;
    until = wordUntil(key, now, until);
  });
  return keys;
}

test('letters of a word are no keys, and keys by themselves are', () => {
  expect(keysOf('Hello everyone', 120)).toBe('');
  expect(keysOf('jjkke', 120)).toBe('jjkke');
  expect(keysOf('xe', 1_500)).toBe('e');
});
