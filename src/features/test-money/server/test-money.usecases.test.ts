import { testPaymentVendor } from '#providers/payments/payments.contract-suite.ts';
import type { PaymentVendorWorld } from '#providers/payments/payments-vendor.contract-suite.ts';
import { openTestBank, type TestBank } from '#tests/support/payments/test-bank.ts';
import { signatureHeader, signEvent } from './test-money-signature.models.ts';
import { testMoneyConnection } from './test-money.usecases.ts';

testPaymentVendor('test money', async () => vendorWorldOf(await openTestBank()));

function vendorWorldOf(world: TestBank): PaymentVendorWorld {
  const { bank, clock, box } = world;
  const connection = testMoneyConnection(world.accountId);
  const { checkout } = bank.pages;
  const purchaseBy = async (references: { payment?: string; subscription?: string }): Promise<string> =>
    (
      await bank.vendor.facts(connection, {
        checkout: null,
        payment: null,
        subscription: null,
        ...references,
      })
    )?.purchaseId ?? '';
  return {
    vendor: bank.vendor,
    connection,
    foreign: testMoneyConnection(world.foreignId),
    now: () => clock.now(),
    pay: async (reference) =>
      void (await checkout.act(reference, { step: 'pay', card: 'succeeds', number: '' })),
    decline: async (reference) =>
      void (await checkout.act(reference, { step: 'pay', card: 'declined', number: '' })),
    dispute: async (payment, state) =>
      void (await bank.owners.dispute(world.scope, await purchaseBy({ payment }), state, payment)),
    async endPeriod(subscription, renewal) {
      const facts = await bank.vendor.facts(connection, { checkout: null, payment: null, subscription });
      // Of a paused one nothing but time brings the end.
      if (facts?.subscription?.isPaused) {
        clock.advance(Math.max(0, facts.subscription.periodEnd.getTime() - clock.now().getTime()));
        return bank.runDue();
      }
      await bank.owners.renew(world.scope, await purchaseBy({ subscription }), renewal);
    },
    async refuseCard(subscription) {
      const facts = await bank.vendor.facts(connection, { checkout: null, payment: null, subscription });
      const door = await bank.vendor.portalUrl(
        connection,
        facts?.references.customer ?? '',
        'https://shop.example/back',
      );
      await bank.pages.portal.act(door?.split('/').at(-1) ?? '', {
        step: 'card',
        card: 'fails-later',
        number: '',
      });
    },
    async leaveOfPeriod(subscription, part) {
      const facts = await bank.vendor.facts(connection, { checkout: null, payment: null, subscription });
      const end = facts?.subscription?.periodEnd.getTime() ?? 0;
      const begin = facts?.payments.at(-1)?.paidAt.getTime() ?? 0;
      clock.advance(Math.max(0, end - part * (end - begin) - clock.now().getTime()));
    },
    events: () => world.heard(world.accountId),
    sign: (by, body, at) => ({
      body,
      headers: { [signatureHeader]: signEvent(box, by.accountId, body.toString('utf8'), at) },
    }),
    signatureHeader,
    close: () => world.close(),
  };
}
