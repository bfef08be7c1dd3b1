import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import type { Database } from '#platform/database/database.ts';
import {
  brokenLots,
  makePaywallWorld,
  packOf,
  endMessage,
  threeFree,
  type PaywallWorld,
} from '#tests/support/payments/paywall-setup.ts';
import { hours, ledgerOf, now } from '#tests/support/payments/ledger-of-visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { createPaywall, type Entitlement } from './paywall.usecases.ts';

describe('the ledger and what was bought', () => {
  let test: TestDatabase;
  let database: Database;
  let world: PaywallWorld;
  let visitor: string;

  beforeAll(async () => {
    test = await createTestDatabase();
    ({ database } = test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    world = await makePaywallWorld(database);
    visitor = newId('vis');
  });

  const { apply, left, history, ask, say } = ledgerOf(() => ({ database, world, visitor }));

  it('comes to the same state whatever order and however often the facts of a purchase arrive', async () => {
    const pack = packOf(world, visitor);
    const facts: Entitlement[] = [
      pack,
      { ...pack, takenBack: 4 },
      { ...pack, isFrozen: true },
      { ...pack, isRevoked: true },
    ];
    const last = { ...pack, takenBack: 4 };
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 1, 3, 0, 2, 2],
    ]) {
      const purchaseId = newId('pur');
      for (const index of order) await apply({ ...(facts[index] ?? pack), purchaseId });
      await apply({ ...last, purchaseId });
      await apply({ ...last, purchaseId });
    }
    expect(await left()).toMatchObject({ state: 'pack', packLeft: 18, packTotal: 18 });
    expect(await brokenLots(database)).toEqual([]);
    const known = await history();
    await apply({ ...last, purchaseId: newId('pur') });
    await Promise.all(Array.from({ length: 20 }, () => apply(pack)));
    expect(await history()).toEqual([...(await history()).slice(0, 2), ...known]);
  });

  it('says of each change that moves no messages what it was', async () => {
    const month = packOf(world, visitor, { kind: 'subscription', messages: null, until: hours(100) });
    const disputed = { ...month, isFrozen: true };
    for (const fact of [
      month,
      { ...month, isEnding: true },
      month,
      disputed,
      month,
      { ...month, until: hours(200) },
    ])
      await apply(fact);
    expect(await history()).toEqual([
      'grant subscription 0 bought',
      'adjust subscription 0 dispute_won',
      'adjust subscription 0 disputed',
      'adjust subscription 0 resumed',
      'adjust subscription 0 canceled',
      'grant subscription 0 bought',
    ]);
  });

  it('never takes back more than is left, and gives back what a failed answer held only as far as there is a right to it', async () => {
    const pack = packOf(world, visitor, { messages: 4 });
    const noFree = { ...threeFree, free: 0 };
    await apply(pack);
    const [first, second] = [newId('msg'), newId('msg')];
    await say(noFree);
    await ask(first, noFree);
    await ask(second, noFree);
    await apply({ ...pack, takenBack: 2 });
    expect((await left(visitor, noFree)).packLeft).toBe(0);
    await endMessage(database, world, first, { outcome: 'release', reason: 'failed' }, now);
    expect((await left(visitor, noFree)).packLeft).toBe(0);
    await endMessage(database, world, second, { outcome: 'release', reason: 'failed' }, now);
    expect((await left(visitor, noFree)).packLeft).toBe(1);
    await apply({ ...pack, isRevoked: true });
    expect(await say(noFree)).toBe('PW402');
    expect(await left(visitor, noFree)).toMatchObject({ state: 'pack_exhausted', isFrozen: true });
    expect(await brokenLots(database)).toEqual([]);
  });

  it('counts test money where test money is asked for and nowhere else', async () => {
    await apply(packOf(world, visitor, { isTest: true }));
    const live = { ...threeFree, free: 0 };
    expect(await say(live)).toBe('PW402');
    expect((await left(visitor, live)).state).toBe('free_used');
    expect(await say({ ...live, isTest: true })).toBe('pack');
    expect(await left(visitor, { ...live, isTest: true })).toMatchObject({
      state: 'pack',
      packLeft: 9,
      isTest: true,
    });
  });

  it('ends what is over, keeps it ended when a late answer is given back, and opens it again with more time', async () => {
    const pack = packOf(world, visitor, { messages: 5, until: hours(1) });
    const paywall = createPaywall({
      database,
      clock: { now: () => hours(1) },
      termsOf: async () => threeFree,
    });
    const noFree = { ...threeFree, free: 0 };
    const answer = newId('msg');
    await apply(pack);
    await ask(answer, noFree);
    expect(await say(noFree, hours(2))).toBe('PW402');
    await paywall.tidy();
    await paywall.tidy();
    await endMessage(database, world, answer, { outcome: 'release', reason: 'failed' }, hours(2));
    expect(await history()).toEqual([
      'release pack -1 failed',
      'expire pack -4 expired',
      'grant pack 5 bought',
    ]);
    expect(await say(noFree, hours(2))).toBe('PW402');
    await apply({ ...pack, until: hours(4) }, hours(2));
    expect((await left(visitor, noFree, hours(3))).packLeft).toBe(5);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('lets go of what is held for an answer that is gone, and of nothing that may still be written', async () => {
    const [gone, fresh] = [newId('msg'), newId('msg')];
    await ask(gone, threeFree, hours(-2));
    await ask(fresh);
    await createPaywall({ database, clock: { now: () => now }, termsOf: async () => threeFree }).tidy();
    expect(await history()).toEqual([
      'release free 0 interrupted',
      'reserve free -1 message',
      'grant free 3 free',
    ]);
    expect((await left()).freeLeft).toBe(2);
    expect(await brokenLots(database)).toEqual([]);
  });
});
