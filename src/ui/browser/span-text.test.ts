import { expect, test } from 'vitest';
import { spanText } from './span-text.ts';

test.each([
  ['2026-11-01T12:00:00Z~2026-11-04T12:00:00Z', 'Nov 1 – 4, 2026'],
  ['2026-11-01T12:00:00Z~2026-11-01T12:00:00Z', 'Nov 1, 2026'],
  ['2026-11-01T12:00:00Z~', 'Nov 1, 2026 –'],
  ['~2026-11-01T12:00:00Z', '– Nov 1, 2026'],
  ['~', null],
  ['nonsense', null],
])('%s is said as %s', (span, words) => {
  expect(spanText(span, 'en')?.replaceAll(/\s/g, ' ') ?? null).toBe(words);
});
