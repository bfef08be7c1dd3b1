import { expect, test } from 'vitest';
import { readSpan } from '#shared/time-spans/span.ts';
import { spanOf } from './card-links.ts';

test('a period of days is from midnight to midnight by the clock of the browser', () => {
  expect(readSpan(spanOf({ from: '2026-03-29', to: '2026-03-31' }))).toEqual({
    from: new Date(2026, 2, 29),
    to: new Date(2026, 3, 1),
  });
  expect(readSpan(spanOf({ from: '2026-03-29' }))?.to).toBeNull();
  expect(spanOf({})).toBe('~');
});
