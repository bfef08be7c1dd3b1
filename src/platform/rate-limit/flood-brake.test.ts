import { expect, test } from 'vitest';
import { commonErrors } from '#shared/errors.ts';
import { createFloodBrake, refuseFlood } from './flood-brake.ts';

test('a brake stops what is too much in one minute, each key by itself, and lets go with the next minute', () => {
  let now = new Date('2026-11-20T10:00:45Z');
  const brake = createFloodBrake({ now: () => now });
  const send = (key: string): number | null => {
    const seconds = brake.look(key, 2);
    if (seconds === null) brake.count(key);
    return seconds;
  };
  expect([send('agent'), send('agent'), send('agent'), send('other')]).toEqual([null, null, 15, null]);
  now = new Date('2026-11-20T10:01:00Z');
  expect(send('agent')).toBeNull();
});

test('what somebody narrower refuses is not counted, so it brakes nobody', () => {
  const brake = createFloodBrake({ now: () => new Date('2026-11-20T10:00:45Z') });
  expect(Array.from({ length: 50 }, () => brake.look('agent', 2))).toEqual(
    Array.from({ length: 50 }, () => null),
  );
});

test('the first of several keys without room refuses, with its seconds', () => {
  const brake = createFloodBrake({ now: () => new Date('2026-11-20T10:00:45Z') });
  brake.count('account');
  const ask = (limit: number) => () =>
    refuseFlood(brake, commonErrors.tooManyRequests, [
      ['agent', 1],
      ['account', limit],
    ]);
  expect(ask(2)).not.toThrow();
  expect(ask(1)).toThrow(
    expect.objectContaining({ code: commonErrors.tooManyRequests.code, retryAfterSeconds: 15 }),
  );
});
