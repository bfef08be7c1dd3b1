import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { addressKey, ofAddress, ofNetworks } from './network.ts';
import { admit, createRateLimiter, type RateLimiter, type RateRule } from './rate-limit.ts';

let world: TestDatabase;
let limiter: RateLimiter;
const clock = createManualClock('2026-01-15T10:00:20.000Z');
beforeAll(async () => {
  world = await createTestDatabase();
  limiter = createRateLimiter(world.database, clock);
});
afterAll(() => world.close());

const rule = { name: 'test', limit: 3, windowSeconds: 60 };
const visitor = { name: 'visitor', limit: 2, windowSeconds: 60 };
const agent = { name: 'agent', limit: 4, windowSeconds: 3_600 };

describe('rate limits', () => {
  test('allow exactly the limit, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => limiter.take(rule, 'crowd')));
    expect(answers.filter((wait) => wait === null)).toHaveLength(3);
  });

  test('say how long to wait and open again after the window', async () => {
    for (let use = 0; use < 3; use++) await limiter.take(rule, 'one');
    expect(await limiter.take(rule, 'one')).toBe(40);
    clock.advance(40_000);
    expect(await limiter.take(rule, 'one')).toBeNull();
  });

  test('what a narrow one refuses is not counted for the wide ones: one visitor uses up nothing of the others', async () => {
    const send = (from: string) =>
      limiter.takeAll([
        { rule: visitor, key: from },
        { rule: agent, key: 'a' },
      ]);
    const flood = await Promise.all(Array.from({ length: 40 }, () => send('flooder')));
    expect(flood.filter((wait) => wait === null)).toHaveLength(2);
    expect([await send('calm'), await send('calm')]).toEqual([null, null]);
  });

  test('what a wide one refuses is not counted for the narrow ones either', async () => {
    const own = { rule: visitor, key: 'kept' };
    for (let use = 0; use < 4; use++) await limiter.take(agent, 'full');
    for (let use = 0; use < 5; use++)
      expect(await limiter.takeAll([own, { rule: agent, key: 'full' }])).not.toBeNull();
    expect([
      await limiter.take(visitor, 'kept'),
      await limiter.take(visitor, 'kept'),
      await limiter.take(visitor, 'kept'),
    ]).toEqual([null, null, expect.any(Number)]);
  });

  test('of which several refuse, the narrowest says how long to wait', async () => {
    for (let use = 0; use < 2; use++) await limiter.takeAll([{ rule: visitor, key: 'both' }]);
    for (let use = 0; use < 4; use++) await limiter.takeAll([{ rule: agent, key: 'both' }]);
    expect(
      await limiter.takeAll([
        { rule: visitor, key: 'both' },
        { rule: agent, key: 'both' },
      ]),
    ).toBeLessThanOrEqual(60);
  });

  test('with no room at all let nobody through', async () => {
    expect(await limiter.take({ name: 'closed', limit: 0, windowSeconds: 60 }, 'x')).not.toBeNull();
  });

  test('crossing each other in many transactions never wait in a ring', async () => {
    const uses = (at: number) => [
      { rule: { ...visitor, limit: 1_000 }, key: `v${at % 3}` },
      { rule: { ...agent, limit: 100 }, key: 'crossing' },
    ];
    const answers = await Promise.all(Array.from({ length: 200 }, (_none, at) => limiter.takeAll(uses(at))));
    expect(answers.filter((wait) => wait === null)).toHaveLength(100);
  });

  test('are looked at without counting, and what is given back can be used again', async () => {
    const use = { rule: { ...rule, limit: 1 }, key: 'looked' };
    expect([await limiter.look([use]), await limiter.look([use]), await limiter.takeAll([use])]).toEqual([
      null,
      null,
      null,
    ]);
    // Who is let through is told before it is committed, which who only looks need not see yet.
    await expect.poll(() => limiter.look([use])).not.toBeNull();
    await limiter.giveBack([use]);
    expect(await limiter.takeAll([use])).toBeNull();
  });

  test('refuse with the given error and the seconds to wait', async () => {
    const uses = [{ rule: { ...rule, limit: 0 }, key: 'refused' }];
    await expect(admit(limiter, { code: 'test.too_many', status: 429 }, uses)).rejects.toMatchObject({
      code: 'test.too_many',
      retryAfterSeconds: 60,
    });
  });
});

describe('network addresses', () => {
  const limits = (address: string) =>
    ofNetworks(address, { name: 'n', limit: 5, windowSeconds: 60 }).map(
      ({ rule: { limit }, key }: { rule: RateRule; key: string }) => [key, limit],
    );

  test('are seen as one person in all spellings and neighbours', () => {
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(addressKey('2001:DB8:0:1::a')).toBe(addressKey('2001:db8:0:1:ffff::1'));
    expect(addressKey('2001:db8:0:2::a')).not.toBe(addressKey('2001:db8:0:1::a'));
    expect(addressKey('not an address')).toBe('unknown');
  });

  test('of IPv6 are counted with the home and the site that they belong to, with more room for each', () => {
    expect(limits('2001:db8:7:12ab::9')).toEqual([
      ['2001:db8:7:12ab::/64', 5],
      ['2001:db8:7:1200::/56', 10],
      ['2001:db8:7::/48', 40],
    ]);
    expect(limits('192.0.2.7')).toEqual([['192.0.2.7', 5]]);
    expect(limits('not an address')).toEqual([['unknown', 5]]);
  });

  test('of this machine say nothing about who calls and count for nobody', () => {
    expect([
      ofAddress('127.0.0.1', rule),
      ofAddress('::1', rule),
      ofNetworks('::ffff:127.0.0.1', rule),
    ]).toEqual([[], [], []]);
  });
});
