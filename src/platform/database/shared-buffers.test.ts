import { expect, test } from 'vitest';
import { memoryHere, sharedBuffersFor } from './shared-buffers.ts';

test.each([
  [1, '128MB'],
  [4, '128MB'],
  [8, '256MB'],
  [64, '512MB'],
])('of %i GB the database keeps %s', (gigabytes, expected) => {
  expect(sharedBuffersFor(gigabytes * 1_024 ** 3)).toBe(expected);
});

test('what a container may use is never more than the machine has', () => {
  expect(memoryHere()).toBeGreaterThan(0);
  expect(memoryHere()).toBeLessThanOrEqual(1_024 ** 4);
});
