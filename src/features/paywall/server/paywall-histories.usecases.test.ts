import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import type { Database } from '#platform/database/database.ts';
import {
  brokenLots,
  makePaywallWorld,
  packOf,
  reserve,
  endMessage,
  type PaywallWorld,
} from '#tests/support/payments/paywall-setup.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import type { ReservationEnd } from './paywall.models.ts';
import {
  adjustBalance,
  applyEntitlement,
  balance,
  createPaywall,
  type Entitlement,
  type PaywallTerms,
} from './paywall.usecases.ts';

/** More of them, of the same seeds, by `HISTORIES=2000 npx vitest run src/features/paywall`. */
const histories = Number(process.env['HISTORIES'] ?? 500);
const atOnce = 100;
const rounds = 5;

/** Numbers that look random and are the same in every run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const refused = ['PW402', 'PW429'];
const failed: ReservationEnd[] = [
  { outcome: 'release', reason: 'failed' },
  { outcome: 'release', reason: 'interrupted' },
  { outcome: 'release', reason: 'stopped_early' },
];
const delivered: ReservationEnd = { outcome: 'commit', reason: 'answered' };

/** One visitor with everything that may happen to them and to what they bought. */
class History {
  readonly visitor = newId('vis');
  /** Answers that hold a message, and those that ended. */
  readonly writing: string[] = [];
  readonly over: string[] = [];
  readonly delivered = new Set<string>();
  readonly purchases: Entitlement[] = [];
  readonly told: string[] = [];
  readonly pick: (below: number) => number;
  readonly terms: PaywallTerms;
  readonly database: Database;
  readonly world: PaywallWorld;

  constructor(seed: number, database: Database, world: PaywallWorld) {
    this.pick = seeded(seed);
    this.database = database;
    this.world = world;
    this.terms = { free: this.pick(4), period: '', isTest: this.pick(8) === 0, fairUse: 500 };
  }

  #one<T>(list: readonly T[]): T | undefined {
    return list[this.pick(list.length || 1)];
  }

  async #left(now: Date): Promise<number> {
    const { world, visitor, terms } = this;
    const { state, freeLeft, packLeft } = await this.database.account(world.accountId, (tx) =>
      balance(tx, { visitorId: visitor, agentId: world.agentId, terms }, now),
    );
    return ['subscription', 'once', 'access'].includes(state) ? Infinity : freeLeft + packLeft;
  }

  /** So many messages at the same moment: as many pass as the balance had said. */
  async #send(count: number, now: Date): Promise<void> {
    const expected = Math.min(count, await this.#left(now));
    const answers = Array.from({ length: count }, () => newId('msg'));
    const lots = await Promise.all(
      answers.map((answer) => reserve(this.database, this.world, this.visitor, answer, this.terms, now)),
    );
    const passed = answers.filter((_, at) => !refused.includes(lots[at] ?? ''));
    if (passed.length !== expected)
      this.told.push(`${passed.length} of ${count} messages passed where ${expected} were left`);
    this.writing.push(...passed);
  }

  async #end(reservationEnd: ReservationEnd, now: Date): Promise<void> {
    const answer = this.writing.splice(this.pick(this.writing.length || 1), 1)[0];
    if (!answer) return;
    await Promise.all([
      endMessage(this.database, this.world, answer, reservationEnd, now),
      endMessage(this.database, this.world, answer, reservationEnd, now),
    ]);
    if (reservationEnd.outcome === 'commit') this.delivered.add(answer);
    this.over.push(answer);
  }

  /** The news of a purchase, which may come twice, at the same moment. */
  async #apply(entitlement: Entitlement, now: Date): Promise<void> {
    const apply = () =>
      this.database.account(this.world.accountId, (tx) => applyEntitlement(tx, entitlement, 'bought', now));
    await (this.pick(3) === 0 ? Promise.all([apply(), apply()]) : apply());
  }

  async #change(now: Date): Promise<void> {
    const at = this.pick(this.purchases.length || 1);
    const known = this.purchases[at];
    if (!known) return;
    const changes: Partial<Entitlement>[] = [
      { takenBack: this.pick((known.messages ?? 0) + 2) },
      { isFrozen: !known.isFrozen },
      { isRevoked: this.pick(3) > 0 },
      { until: new Date(now.getTime() + this.pick(200) * 3_600_000) },
      { isEnding: true },
    ];
    const changed = { ...known, ...this.#one(changes) };
    this.purchases[at] = changed;
    await this.#apply(changed, now);
    // Old news, late.
    if (this.pick(3) === 0) {
      await this.#apply(known, now);
      await this.#apply(changed, now);
    }
  }

  async step(now: Date): Promise<void> {
    const what = this.pick(12);
    if (what < 3) return this.#send(1 + this.pick(3), now);
    if (what < 6) return this.#end(delivered, now);
    if (what === 6) return this.#end(this.#one(failed) ?? delivered, now);
    if (what === 7) {
      // An end that comes again, or another one after it, changes nothing.
      const answer = this.#one(this.over);
      if (answer)
        await endMessage(
          this.database,
          this.world,
          answer,
          this.#one([delivered, ...failed]) ?? delivered,
          now,
        );
      return;
    }
    if (what === 8) {
      const answer = this.#one(this.over.filter((one) => !this.delivered.has(one)));
      if (
        !answer ||
        refused.includes(await reserve(this.database, this.world, this.visitor, answer, this.terms, now))
      )
        return;
      this.over.splice(this.over.indexOf(answer), 1);
      this.writing.push(answer);
      return;
    }
    if (what === 9) {
      const kind = this.#one(['pack', 'pack', 'once', 'subscription'] as const) ?? 'pack';
      const bought = packOf(this.world, this.visitor, {
        kind,
        isTest: this.pick(4) === 0,
        messages: kind === 'pack' ? 1 + this.pick(5) : null,
        until: this.pick(2) ? new Date(now.getTime() + (1 + this.pick(60)) * 3_600_000) : null,
      });
      this.purchases.push(bought);
      return this.#apply(bought, now);
    }
    if (what === 10) return this.#change(now);
    if (this.pick(2)) this.terms.free = this.pick(5);
    else
      await this.database.account(this.world.accountId, (tx) =>
        adjustBalance(
          tx,
          {
            ...this.world,
            walletId: this.visitor,
            messages: this.pick(7) - 3 || 1,
            note: '',
            key: newId('key'),
            actorId: 'usr',
            isTest: this.terms.isTest,
          },
          now,
        ),
      );
  }

  /** The process that was writing is gone; whoever cleans up after it gives back what was held. */
  async crash(now: Date): Promise<void> {
    while (this.writing.length > 0) await this.#end({ outcome: 'release', reason: 'interrupted' }, now);
  }

  async finish(now: Date): Promise<void> {
    while (this.writing.length > 0)
      await this.#end(this.pick(2) ? delivered : (this.#one(failed) ?? delivered), now);
    await this.#send(2, now);
    while (this.writing.length > 0) await this.#end(delivered, now);
  }
}

describe(`${histories} histories of chats, crashes, refunds, disputes, repeated news and time`, () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it(
    'leave every lot with what its entries say, none below nothing, and charge what was delivered',
    { timeout: 600_000 },
    async () => {
      const { database } = test;
      const world = await makePaywallWorld(database);
      let now = new Date('2026-05-10T00:00:00Z');
      const paywall = createPaywall({ database, clock: { now: () => now }, termsOf: async () => null });
      const clock = seeded(7);
      const all: History[] = [];
      for (let batch = 0; batch < histories / atOnce; batch++) {
        const these = Array.from(
          { length: atOnce },
          (_, at) => new History(batch * atOnce + at + 1, database, world),
        );
        all.push(...these);
        for (let round = 0; round < rounds; round++) {
          await Promise.all(these.map((history) => history.step(now)));
          now = new Date(now.getTime() + clock(20) * 3_600_000);
          for (const { terms, pick } of these)
            if (pick(3) === 0) terms.period = now.toISOString().slice(0, 10);
          if (clock(3) > 0) continue;
          await Promise.all(these.map((history) => history.crash(now)));
          await paywall.tidy();
        }
        await Promise.all(these.map((history) => history.finish(now)));
      }
      await paywall.tidy();
      expect(all.flatMap(({ told }) => told)).toEqual([]);
      expect(await brokenLots(database)).toEqual([]);
      const { rows } = await database.direct.execute<{ wallet: string; charged: string }>(
        sql`SELECT l.wallet_id AS wallet, count(DISTINCT e.message_id) AS charged FROM paywall_lots l
          JOIN paywall_entries e ON e.lot_id = l.id AND e.kind = 'commit' GROUP BY 1`,
      );
      const charged = new Map(rows.map((row) => [row.wallet, Number(row.charged)]));
      expect(
        all
          .filter(({ visitor, delivered: answers }) => (charged.get(visitor) ?? 0) !== answers.size)
          .map(({ visitor }) => visitor),
      ).toEqual([]);
      const {
        rows: [doubled],
      } = await database.direct.execute<{ count: string }>(
        sql`SELECT count(*) FROM (SELECT FROM paywall_entries WHERE kind = 'commit' GROUP BY message_id
          HAVING count(*) > 1) AS twice`,
      );
      expect(Number(doubled?.count)).toBe(0);
      expect(all.reduce((sum, history) => sum + history.delivered.size, 0)).toBeGreaterThan(histories);
    },
  );
});
