import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
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
import { unsureFreePerDay } from '../paywall.contract.ts';
import { adjustBalance, joinWallet, lines, type PaywallTerms } from './paywall.usecases.ts';

describe('the ledger', () => {
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

  const { run, apply, left, history, ask, say } = ledgerOf(() => ({ database, world, visitor }));

  it('gives the free messages, then asks for money', async () => {
    expect(await left()).toMatchObject({ state: 'free', freeLeft: 3, freeTotal: 3 });
    expect([await say(), await say(), await say(), await say()]).toEqual(['free', 'free', 'free', 'PW402']);
    expect(await left()).toMatchObject({ state: 'free_used', freeLeft: 0, isFrozen: false });
    expect(await history()).toEqual([
      'commit free -1 answered',
      'commit free -1 answered',
      'commit free -1 answered',
      'grant free 3 free',
    ]);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('gives exactly the free ones to two hundred who ask at once', async () => {
    const lots = await Promise.all(Array.from({ length: 200 }, () => ask()));
    expect(lots.filter((lot) => lot === 'free')).toHaveLength(3);
    expect(lots.filter((lot) => lot === 'PW402')).toHaveLength(197);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('uses unlimited access first, free messages next, what the owner gave then, and the oldest pack last', async () => {
    await apply(packOf(world, visitor, { messages: 1 }), hours(-2));
    await apply(packOf(world, visitor, { messages: 1 }), hours(-1));
    await run((tx) =>
      adjustBalance(
        tx,
        {
          ...world,
          walletId: visitor,
          messages: 1,
          note: 'Sorry',
          key: 'sorry-12',
          actorId: 'usr_x',
          isTest: false,
        },
        now,
      ),
    );
    await apply(packOf(world, visitor, { kind: 'once', messages: null, until: hours(1) }));
    const oneFree = { ...threeFree, free: 1 };
    expect(await say(oneFree)).toBe('once');
    const later = [];
    for (let count = 0; count < 5; count++) later.push(await say(oneFree, hours(2)));
    expect(later).toEqual(['free', 'goodwill', 'pack', 'pack', 'PW402']);
    expect((await left(visitor, oneFree, hours(2))).state).toBe('pack_exhausted');
  });

  it('gives back ten answers a day that only say that they do not know, and counts those after them with the reason', async () => {
    const terms = { ...threeFree, free: 50 };
    const dontKnow = async (at: Date, who = visitor): Promise<void> => {
      const answer = newId('msg');
      await ask(answer, terms, at, who);
      await endMessage(database, world, answer, { outcome: 'release', reason: 'unsure' }, at);
    };
    for (let at = 0; at < unsureFreePerDay; at++) await dontKnow(now);
    expect((await left(visitor, terms)).freeLeft).toBe(50);
    await dontKnow(now);
    expect((await left(visitor, terms)).freeLeft).toBe(49);
    expect((await history())[0]).toBe('commit free -1 unsure_counted');
    // What fails is given back all the same, another visitor has their own ten, and the next day begins anew.
    const failed = newId('msg');
    await ask(failed, terms);
    await endMessage(database, world, failed, { outcome: 'release', reason: 'failed' }, now);
    expect((await left(visitor, terms)).freeLeft).toBe(49);
    const other = newId('vis');
    await dontKnow(now, other);
    expect((await left(other, terms)).freeLeft).toBe(50);
    await dontKnow(hours(13));
    expect((await left(visitor, terms, hours(13))).freeLeft).toBe(49);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('counts answers that do not know and end at once, too: of thirty, ten are free', async () => {
    const terms = { ...threeFree, free: 50 };
    const answers = Array.from({ length: 30 }, () => newId('msg'));
    for (const answer of answers) await ask(answer, terms);
    await Promise.all(
      answers.map((answer) =>
        endMessage(database, world, answer, { outcome: 'release', reason: 'unsure' }, now),
      ),
    );
    expect((await left(visitor, terms)).freeLeft).toBe(30);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('says that nothing is left, and not that the day’s fair use is, of access that ends while a message is taken', async () => {
    const access = packOf(world, visitor, { kind: 'subscription', messages: null, until: hours(1) });
    await apply(access);
    const none = { ...threeFree, free: 0 };
    expect(await say(none)).toBe('subscription');
    // Its time is put to this very moment while the message waits for the lot that it has found open.
    const waiting = async (): Promise<boolean> => {
      const { rows } = await database.direct.execute(
        sql`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`,
      );
      return rows.length > 0;
    };
    let asked: Promise<string> = Promise.resolve('');
    await run(async (tx) => {
      await tx.execute(
        sql`UPDATE paywall_lots SET expires_at = ${now.toISOString()}::timestamptz
          WHERE purchase_id = ${access.purchaseId}`,
      );
      asked = ask(newId('msg'), none);
      await expect.poll(waiting, { timeout: 20_000, interval: 5 }).toBe(true);
    });
    expect(await asked).toBe('PW402');
  });

  it('gives a message back, once, when nothing was delivered', async () => {
    const answer = newId('msg');
    await ask(answer);
    await endMessage(database, world, answer, { outcome: 'release', reason: 'failed' }, now);
    await endMessage(database, world, answer, { outcome: 'release', reason: 'failed' }, now);
    await endMessage(database, world, answer, { outcome: 'commit', reason: 'answered' }, now);
    expect((await left()).freeLeft).toBe(3);
    expect(await history()).toEqual(['release free 0 failed', 'grant free 3 free']);
    // The same answer written anew takes a message anew.
    expect(await ask(answer)).toBe('free');
    expect(await ask(answer)).toBe('free');
    expect((await left()).freeLeft).toBe(2);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('keeps what was used when the owner changes how many are free', async () => {
    for (let count = 0; count < 3; count++) await say({ ...threeFree, free: 5 });
    expect(await say({ ...threeFree, free: 2 })).toBe('PW402');
    expect(await left(visitor, { ...threeFree, free: 2 })).toMatchObject({
      state: 'free_used',
      freeLeft: 0,
      freeTotal: 2,
    });
    expect(await left(visitor, { ...threeFree, free: 4 })).toMatchObject({ state: 'free', freeLeft: 1 });
    expect([await say({ ...threeFree, free: 4 }), await say({ ...threeFree, free: 4 })]).toEqual([
      'free',
      'PW402',
    ]);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('begins the free ones anew with the day, never with a clock that goes back, and counts an answer that is being written for the new day', async () => {
    const on = (period: string): PaywallTerms => ({ ...threeFree, period });
    for (let count = 0; count < 2; count++) await say(on('2026-05-10'));
    const writing = newId('msg');
    await ask(writing, on('2026-05-10'));
    expect(await left(visitor, on('2026-05-11'))).toMatchObject({ freeLeft: 2 });
    expect(await say(on('2026-05-11'))).toBe('free');
    await endMessage(database, world, writing, { outcome: 'release', reason: 'failed' }, hours(24));
    expect((await left(visitor, on('2026-05-11'))).freeLeft).toBe(2);
    expect([
      await say(on('2026-05-10')),
      await say(on('2026-05-11')),
      await say(on('2026-05-10')),
      await say(on('')),
    ]).toEqual(['free', 'free', 'PW402', 'PW402']);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('holds unlimited access to its fair use of a day and spends nothing else for it', async () => {
    await apply(packOf(world, visitor, { kind: 'subscription', messages: null, until: hours(100) }));
    await apply(packOf(world, visitor));
    const terms = { ...threeFree, fairUse: 2 };
    expect([await say(terms), await say(terms), await say(terms)]).toEqual([
      'subscription',
      'subscription',
      'PW429',
    ]);
    expect(await left(visitor, terms)).toMatchObject({
      state: 'subscription',
      freeLeft: 3,
      packLeft: 10,
      until: hours(100).toISOString(),
    });
    expect(await say(terms, hours(13))).toBe('subscription');
    expect(await brokenLots(database)).toEqual([]);
  });

  it('lets a second device hold the wallet of the first, with what it had bought itself, and keeps the free ones from doubling', async () => {
    const [phone, tablet] = [newId('vis'), newId('vis')];
    await apply(packOf(world, visitor, { messages: 2 }));
    await apply(packOf(world, phone, { messages: 3 }));
    await say(threeFree);
    const join = (visitorId: string, walletId: string) =>
      run((tx) => joinWallet(tx, { accountId: world.accountId, visitorId, walletId, now }));
    await join(tablet, phone);
    await join(phone, visitor);
    await join(phone, visitor);
    await join(visitor, phone);
    for (const who of [visitor, phone, tablet])
      expect(await left(who)).toMatchObject({ packLeft: 5, freeLeft: 2 });
    // A purchase that was begun in the wallet of before finds its way.
    await apply(packOf(world, phone, { messages: 4 }));
    expect((await left(visitor)).packLeft).toBe(9);
    expect((await left(newId('vis'))).packLeft).toBe(0);
  });

  it('lets the owner give and take by hand, once for each click, and never below nothing', async () => {
    const change = (messages: number, key: string) =>
      run((tx) =>
        adjustBalance(
          tx,
          {
            ...world,
            walletId: visitor,
            messages,
            note: 'Talked on the phone',
            key,
            actorId: 'usr_x',
            isTest: false,
          },
          now,
        ),
      );
    await Promise.all([change(5, 'give-five'), change(5, 'give-five')]);
    expect(await left()).toMatchObject({ state: 'pack', packLeft: 5 });
    await say();
    await change(-3, 'take-three');
    await change(-3, 'take-three');
    expect(await left()).toMatchObject({ freeLeft: 0, packLeft: 4 });
    await change(-100, 'take-all-of-it');
    expect(await left()).toMatchObject({ state: 'free_used', packLeft: 0 });
    expect(await say()).toBe('PW402');
    const { lines: seen } = await run((tx) => lines(tx, visitor, null, 3));
    expect(seen.every(({ note, reason }) => note === 'Talked on the phone' && reason === 'owner')).toBe(true);
    expect(await brokenLots(database)).toEqual([]);
  });

  it('lets nobody change the ledger afterwards', async () => {
    await say();
    await expect(database.pool.query(`UPDATE paywall_entries SET amount = 5`)).rejects.toThrow(
      'only ever added to',
    );
    await expect(run((tx) => tx.execute('DELETE FROM paywall_entries'))).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });
});
