import { expect, it } from 'vitest';
import { isLookAlike } from './look-alike.ts';

it.each([
  ['раураl.example', true],
  ['chаt.example', true],
  ['mail.сһаt.example', true],
  ['МАМА.example', true],
  ['ab\u200dcd.example', true],
  ['münchen.example', false],
  ['ΕΛΛΗΝΙΚΆ.example', false],
  ['почта.example', false],
  ['東京tower.example', false],
  ['plain.example', false],
  ['', false],
])('%j can be taken for another domain: %s', (domain, expected) => {
  expect(isLookAlike(domain)).toBe(expected);
});
