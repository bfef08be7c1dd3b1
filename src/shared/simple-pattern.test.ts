import { expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/processor-time.ts';
import { readPattern } from './simple-pattern.ts';

const matches = (pattern: string, text: string): boolean | null => readPattern(pattern)?.matches(text) ?? null;

test('a pattern holds for the whole value, as the engine\'s own expressions say', () => {
  const patterns = ['', 'abc', 'a|bc|', '[A-Z]{2}\\d{3,5}', '(\\+|00)?[\\d ]{4,}', 'x*y+z?', '(ab){2}c', '[^0-9-]+', '\\w+\\.\\w{2}', '^NL-\\d+$', 'a.c', '(?:a|b)+', '[\\d.]+', '\\(\\)'];
  const texts = ['', 'abc', 'bc', 'a', 'AB123', 'AB12345', 'AB123456', '+420 602', '00420', 'xxxyz', 'yy', 'ababc', 'abc-', 'hello', 'mail.nl', 'NL-7', 'axc', 'abba', '1.2', '()'];
  for (const pattern of patterns) for (const text of texts) expect([pattern, text, matches(pattern, text)]).toEqual([pattern, text, new RegExp(`^(?:${pattern.replace(/^\^|\$$/g, '')})$`).test(text)]);
});

test('letters of every language are letters', () => {
  expect(matches('\\w+', 'Žluťoučký')).toBe(true);
  expect(matches('\\W', 'ř')).toBe(false);
});

test('what only the engine knows, or nobody, is refused', () => {
  for (const pattern of ['(', ')', '[a', '[]', '*a', 'a**', 'a{3', 'a{5,2}', 'a{999}', '(?=a)', '(?<n>a)', '\\1', '\\bword', '[z-a]', 'a$b', '((a{200}){200}){200}']) expect([pattern, readPattern(pattern)]).toEqual([pattern, null]);
});

test('no pattern and no text take long', () => {
  const spent = countProcessorTime();
  expect(matches('(a+)+(a*)*(a|aa)+b', 'a'.repeat(10_000))).toBe(false);
  expect(spent()).toBeLessThan(2_000);
});
