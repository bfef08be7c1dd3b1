import { describe, expect, it } from 'vitest';
import { lastingTime, relativeTime } from './time.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('how long ago something was', () => {
  it.each([
    ['2026-11-21T11:59:40Z', 'now'],
    ['2026-11-21T11:55:00Z', '5 minutes ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-24T12:00:00Z', 'in 3 days'],
    ['2026-11-24T11:59:50Z', 'in 3 days'],
    ['2026-11-18T12:00:10Z', '2 days ago'],
    ['2025-10-01T12:00:00Z', 'last year'],
  ])('%s is %s', (at, said) => expect(relativeTime(at, 'en', now)).toBe(said));
  it('is said in the language of the page', () => {
    expect(relativeTime('2026-11-21T10:00:00Z', 'nl', now)).toBe('2 uur geleden');
  });
});

it.each([
  ['2026-11-21T11:59:50Z', 'en', '1 min'],
  ['2026-11-21T11:47:01Z', 'en', '12 min'],
  ['2026-11-21T09:30:00Z', 'fr', '2\u202fh'],
  ['2026-11-18T11:00:00Z', 'cs', '3 dny'],
])('since %s, in %s, is %s long', (at, language, said) => expect(lastingTime(at, language, now)).toBe(said));
