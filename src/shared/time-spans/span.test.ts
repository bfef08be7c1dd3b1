import { expect, test } from 'vitest';
import { readSpan } from './span.ts';

test('a span is read with either end left out', () => {
  const [from, to] = [new Date('2026-03-28T23:00:00Z'), new Date('2026-03-29T22:00:00Z')];
  const [first, last] = [from.toISOString(), to.toISOString()];
  expect(readSpan(`${first}~${last}`)).toEqual({ from, to });
  expect(readSpan(`${first}~`)).toEqual({ from, to: null });
  expect(readSpan(`~${last}`)).toEqual({ from: null, to });
  expect(readSpan('~')).toEqual({ from: null, to: null });
});

test.each([
  '',
  '0000-01-01T00:00:00Z~',
  '~9999-12-31T00:00:00Z',
  '2026-03-28',
  '2026-13-45T00:00:00Z~',
  '~~',
  '2026-03-28T23:00:00+01:00~',
  "'~'",
])('"%s" is no span', (text) => {
  expect(readSpan(text)).toBeNull();
});
