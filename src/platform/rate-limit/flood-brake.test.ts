import { expect, test } from 'vitest';
import { createFloodBrake } from './flood-brake.ts';

test('a brake stops what is too much in one minute, each key by itself, and lets go with the next minute', () => {
  let now = new Date('2026-11-20T10:00:45Z');
  const brake = createFloodBrake({ now: () => now });
  expect([brake.take('agent', 2), brake.take('agent', 2), brake.take('agent', 2), brake.take('other', 2)]).toEqual([null, null, 15, null]);
  now = new Date('2026-11-20T10:01:00Z');
  expect(brake.take('agent', 2)).toBeNull();
});
