import { describe, expect, test } from 'vitest';
import { breakDown, type Currency } from '#shared/money/money.ts';
import type { PaymentVendorActions, PaymentVendorWorld } from './payments-vendor.contract-suite.ts';

/** What every vendor must do from a checkout to its refund. */
export function testCheckouts(
  world: () => PaymentVendorWorld,
  { newKey, orderOf, begin, factsBy, paid, refused, daysUntil }: PaymentVendorActions,
): void {
  describe('a checkout', () => {
    test('has a page of the vendor, and nothing is paid until the customer pays', async () => {
      const order = orderOf();
      const { reference, url, expiresAt } = await begin(order);
      expect(url).toMatch(/^https?:\/\//);
      expect(expiresAt.getTime()).toBeGreaterThan(world().now().getTime());
      expect(await factsBy({ checkout: reference })).toMatchObject({
        purchaseId: order.purchaseId,
        isTest: world().connection.isTest,
        checkout: 'open',
        payment: 'none',
        paid: 0,
        refunded: 0,
        paidAt: null,
        subscription: null,
        payments: [],
      });
    });

    test('that is paid says who paid what and when, by whatever name of it is asked', async () => {
      const order = orderOf();
      const { checkout, payment, facts } = await paid(order);
      expect(facts).toMatchObject({
        purchaseId: order.purchaseId,
        checkout: 'complete',
        payment: 'paid',
        currency: 'EUR',
        paid: 1_209,
        refunded: 0,
        dispute: 'none',
        email: order.email,
        subscription: null,
      });
      expect(facts.payments).toMatchObject([
        {
          reference: payment,
          amount: 1_209,
          refunded: 0,
          tax: 210,
          refunds: [],
          fee: expect.any(Number) as unknown,
        },
      ]);
      expect(facts.disputes).toEqual([]);
      expect(Math.abs(daysUntil(facts.paidAt ?? undefined))).toBeLessThan(1);
      expect(facts.receiptUrl).toMatch(/^https?:\/\//);
      expect(await factsBy({ payment })).toEqual(facts);
      expect(facts.references.checkout).toBe(checkout);
    });

    test.each<[Currency, number, number, 'inclusive' | 'exclusive', number]>([
      ['USD', 999, 7_700, 'exclusive', 1_076],
      ['EUR', 999, 21_000, 'inclusive', 999],
      ['JPY', 1_500, 0, 'inclusive', 1_500],
      ['HUF', 99_900, 25_000, 'exclusive', 124_875],
      ['KWD', 2_990, 7_700, 'exclusive', 3_220],
    ])(
      'of %s %i at %i thousandths of a percent, %s, charges %i',
      async (currency, amount, taxThousandths, taxBehaviour, total) => {
        const { facts } = await paid(
          orderOf({
            currency,
            taxThousandths,
            taxBehaviour,
            price: breakDown(amount, currency, taxThousandths, taxBehaviour),
          }),
        );
        expect(facts).toMatchObject({ currency, paid: total });
      },
    );

    test('with a declined card takes nothing and stays open for another card', async () => {
      const { reference } = await begin(orderOf());
      await world().decline(reference);
      const facts = await factsBy({ checkout: reference });
      expect(facts).toMatchObject({ checkout: 'open', paid: 0, payments: [] });
      expect(facts.payment).not.toBe('paid');
      await world().pay(reference);
      expect(await factsBy({ checkout: reference })).toMatchObject({
        checkout: 'complete',
        payment: 'paid',
        paid: 1_209,
      });
    });

    test('is made once for each key, and a key is not used for two orders', async () => {
      const [order, key] = [orderOf(), newKey()];
      const made = await Promise.all([
        world().vendor.createCheckout(world().connection, order, key),
        world().vendor.createCheckout(world().connection, order, key),
      ]);
      const again = await world().vendor.createCheckout(world().connection, order, key);
      expect(new Set([...made, again].map(({ reference }) => reference)).size).toBe(1);
      await refused(
        world().vendor.createCheckout(
          world().connection,
          { ...order, price: breakDown(1, 'EUR', 0, 'inclusive') },
          key,
        ),
      );
      expect((await begin(order)).reference).not.toBe(again.reference);
    });

    test('that was ended opens nothing, and ending it again or ending a paid one changes nothing', async () => {
      const { reference } = await begin(orderOf());
      await world().vendor.expireCheckout(world().connection, reference);
      await world().vendor.expireCheckout(world().connection, reference);
      await world()
        .pay(reference)
        .catch(() => undefined);
      expect(await factsBy({ checkout: reference })).toMatchObject({
        checkout: 'expired',
        payment: 'none',
        paid: 0,
        payments: [],
      });
      const done = await paid(orderOf());
      await world()
        .vendor.expireCheckout(world().connection, done.checkout)
        .catch(() => undefined);
      expect(await factsBy({ checkout: done.checkout })).toEqual(done.facts);
    });

    test('of another account, or that never was, is unknown', async () => {
      const { checkout, payment } = await paid(orderOf());
      const unknown = { checkout: null, payment: null, subscription: null };
      expect(await world().vendor.facts(world().foreign, { ...unknown, checkout })).toBeNull();
      expect(await world().vendor.facts(world().foreign, { ...unknown, payment })).toBeNull();
      expect(
        await world().vendor.facts(world().connection, { ...unknown, checkout: 'cs_unknown' }),
      ).toBeNull();
      expect(await world().vendor.facts(world().connection, unknown)).toBeNull();
      await refused(world().vendor.refund(world().foreign, payment, 100, newKey()));
      await refused(world().vendor.expireCheckout(world().foreign, 'cs_unknown'));
    });
  });

  describe('a refund', () => {
    test('gives back a part and then the rest, each once for its key', async () => {
      const { checkout, payment } = await paid(orderOf());
      const key = newKey();
      await Promise.all([
        world().vendor.refund(world().connection, payment, 209, key),
        world().vendor.refund(world().connection, payment, 209, key),
      ]);
      await world().vendor.refund(world().connection, payment, 209, key);
      const [partly] = (await factsBy({ checkout })).payments;
      expect(await factsBy({ checkout })).toMatchObject({
        payment: 'paid',
        paid: 1_209,
        refunded: 209,
        payments: [{ refunded: 209, refunds: [{ amount: 209 }] }],
      });
      await world().vendor.refund(world().connection, payment, 1_000, newKey());
      const whole = await factsBy({ checkout });
      expect(whole).toMatchObject({ paid: 1_209, refunded: 1_209 });
      // Each part keeps its name and its moment.
      expect(whole.payments[0]?.refunds?.map(({ amount }) => amount).toSorted()).toEqual([1_000, 209]);
      expect(whole.payments[0]?.refunds).toContainEqual(partly?.refunds?.[0]);
      expect(Math.abs(daysUntil(whole.payments[0]?.refunds?.[1]?.at))).toBeLessThan(1);
    });

    test('of more than is left, or with the key of another one, is refused and changes nothing', async () => {
      const { checkout, payment } = await paid(orderOf());
      const key = newKey();
      await world().vendor.refund(world().connection, payment, 1_000, key);
      await refused(world().vendor.refund(world().connection, payment, 210, newKey()));
      await refused(world().vendor.refund(world().connection, payment, 9, key));
      await refused(world().vendor.refund(world().connection, 'pi_unknown', 9, newKey()));
      expect(await factsBy({ checkout })).toMatchObject({ refunded: 1_000 });
    });
  });
}
