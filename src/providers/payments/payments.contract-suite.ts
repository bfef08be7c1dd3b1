import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCheckouts } from './payments-checkout.contract-suite.ts';
import { testDisputes } from './payments-dispute.contract-suite.ts';
import { testEvents } from './payments-events.contract-suite.ts';
import { testSubscriptions } from './payments-subscription.contract-suite.ts';
import { paymentVendorActions, type PaymentVendorWorld } from './payments-vendor.contract-suite.ts';

/** What every payment vendor must do. `open` makes a fresh account at the vendor. */
export function testPaymentVendor(name: string, open: () => Promise<PaymentVendorWorld>): void {
  describe(`payments by ${name}`, () => {
    let opened: PaymentVendorWorld;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const world = (): PaymentVendorWorld => opened;
    const actions = paymentVendorActions(world);

    testCheckouts(world, actions);
    testDisputes(world, actions);
    testSubscriptions(world, actions);
    testEvents(world, actions);

    test('what the owner sees after connecting has a line for everything that matters', async () => {
      const checks = await opened.vendor.check(
        opened.connection,
        'https://chat.example/api/payments/webhooks/acc/test',
      );
      const names = checks.map(({ name: check }) => check);
      for (const needed of ['checkout', 'subscriptions', 'refunds', 'webhook', 'portal'] as const)
        expect(names).toContain(needed);
    });
  });
}
