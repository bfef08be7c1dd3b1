import { describe, expect, test } from 'vitest';
import type { PaymentVendorActions, PaymentVendorWorld } from './payments-vendor.contract-suite.ts';

/** What every vendor must tell of disputes. */
export function testDisputes(
  world: () => PaymentVendorWorld,
  { newKey, orderOf, factsBy, paid, subscribed, daysUntil }: PaymentVendorActions,
): void {
  describe('a dispute', () => {
    test.each(['won', 'lost'] as const)('is open until it is %s', async (end) => {
      const { checkout, payment } = await paid(orderOf());
      await world().dispute(payment, 'open');
      expect(await factsBy({ checkout })).toMatchObject({ dispute: 'open', paid: 1_209 });
      const [opened] = (await factsBy({ checkout })).disputes;
      expect(opened).toMatchObject({ payment, amount: 1_209, outcome: 'open', closedAt: null });
      expect(Math.abs(daysUntil(opened?.openedAt))).toBeLessThan(1);
      await world().dispute(payment, end);
      const closed = await factsBy({ checkout });
      expect(closed).toMatchObject({
        dispute: end,
        paid: 1_209,
        disputes: [
          {
            reference: opened?.reference,
            payment,
            amount: 1_209,
            outcome: end,
            openedAt: opened?.openedAt,
          },
        ],
      });
      if (end === 'won')
        expect(Math.abs(daysUntil(closed.disputes[0]?.closedAt ?? undefined))).toBeLessThan(1);
    });

    test('concerns one payment of a subscription, and what of it was not given back before', async () => {
      const { checkout, subscription, facts } = await subscribed();
      const first = facts.payments[0]?.reference ?? '';
      await world().vendor.refund(world().connection, first, 209, newKey());
      await world().endPeriod(subscription, 'paid');
      await world().dispute(first, 'open');
      await world().dispute(first, 'lost');
      const now = await factsBy({ checkout });
      expect(now.disputes).toMatchObject([{ payment: first, amount: 1_000, outcome: 'lost' }]);
      expect(now.payments.map(({ amount, refunded, tax }) => [amount, refunded, tax])).toEqual([
        [1_209, 209, 210],
        [1_209, 0, 210],
      ]);
    });
  });
}
