import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { breakDown, type Currency } from '#shared/money/money.ts';
import type { TestMember } from '#tests/support/app/test-services.ts';
import { openSellingServices, type SellingServices } from '#tests/support/payments/selling-services.ts';
import { outcomeOf, republishAgent } from '#tests/support/visitors/visitor-of-services.ts';

let world: SellingServices;
let owner: TestMember;
const forgetLimits = () => world.rows(sql`DELETE FROM rate_limits`);
beforeAll(async () => {
  world = await openSellingServices();
  owner = await world.server.member('Vera');
});
beforeEach(forgetLimits);
afterAll(() => world.close());

describe('a visitor who pays', () => {
  it('is not charged twice for one wish: the same click is the same page, and a new wish closes the old page', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const key = randomUUID();
    const before = world.bank.calls.length;
    const clicks = await Promise.all(Array.from({ length: 8 }, () => visitor.checkout({ key })));
    expect(new Set(clicks.map(({ purchaseId }) => purchaseId)).size).toBe(1);
    expect(
      new Set(
        world.bank.calls
          .slice(before)
          .filter(({ method }) => method === 'createCheckout')
          .map((call) => call.key),
      ).size,
    ).toBe(1);
    const [first] = clicks;
    const second = await visitor.checkout();
    expect(second.purchaseId).not.toBe(first?.purchaseId);
    expect(await visitor.state(first?.purchaseId ?? '')).toMatchObject({ status: 'expired', url: null });
  });

  it('gets what they paid for on a page that they left open while they began another one', async () => {
    const visitor = await world.visit(await world.sell(owner, { type: 'once' }));
    const first = await visitor.checkout();
    world.bank.pay(first.purchaseId, world.server.clock.now());
    await visitor.checkout();
    expect(await visitor.state(first.purchaseId)).toMatchObject({
      status: 'paid',
      balance: { state: 'once' },
    });
    expect(await outcomeOf(visitor.checkout())).toBe('payments.already_open');
  });

  it('is told so when a payment does not fit what was asked for, and gets nothing for it', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const [less, other] = [
      await visitor.checkout(),
      await (await world.visit(await world.sell(owner, {}))).checkout(),
    ];
    world.bank.pay(less.purchaseId, world.server.clock.now(), { amount: 999 });
    expect(await visitor.state(less.purchaseId)).toMatchObject({
      status: 'processing',
      balance: { packLeft: 0 },
    });
    expect(
      await world.rows(
        sql`SELECT problem, paid_amount::int AS paid FROM purchases WHERE id = ${less.purchaseId}`,
      ),
    ).toEqual([{ problem: 'mismatch', paid: 999 }]);
    world.bank.pay(other.purchaseId, world.server.clock.now(), { currency: 'JPY' });
    await world.server.payments.syncing.sync(owner.user.accountId, other.purchaseId);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS lots FROM paywall_lots
          WHERE purchase_id IN (${less.purchaseId}, ${other.purchaseId})`,
      ),
    ).toEqual([{ lots: 0 }]);
  });

  it('pays each currency to the smallest unit, with the tax in the price or on top of it', async () => {
    const agent = await world.sell(owner, {});
    const amounts = { USD: 999, EUR: 999, JPY: 980, HUF: 199_900, KWD: 3_140 } satisfies Partial<
      Record<Currency, number>
    >;
    for (const [currency, amount] of Object.entries(amounts) as [Currency, number][]) {
      for (const taxBehaviour of ['inclusive', 'exclusive'] as const) {
        for (const taxPercent of [0, 7.7, 21, 25]) {
          await republishAgent(world.server, owner, agent.id, ({ payment }) =>
            Object.assign(payment, { currency, amount, taxBehaviour, taxPercent }),
          );
          await forgetLimits();
          const visitor = await world.visit(agent);
          const expected = breakDown(amount, currency, taxPercent * 1_000, taxBehaviour);
          const { offers } = await world.server.payments.visitor.wall(visitor.identity, undefined);
          expect(offers).toMatchObject([{ currency, ...expected }]);
          const { purchaseId } = await visitor.checkout();
          expect(world.bank.order(purchaseId)).toMatchObject({ currency, price: expected, taxBehaviour });
          world.bank.pay(purchaseId, world.server.clock.now());
          expect(await visitor.state(purchaseId)).toMatchObject({ status: 'paid' });
        }
      }
    }
  });
});
