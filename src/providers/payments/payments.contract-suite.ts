import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCheckouts } from './payments-checkout.contract-suite.ts';
import { testDisputes } from './payments-dispute.contract-suite.ts';
import { testEvents } from './payments-events.contract-suite.ts';
import { testSubscriptions } from './payments-subscription.contract-suite.ts';
import { paymentVendorActions, type PaymentVendorStage } from './payments-vendor.contract-suite.ts';

/** What every payment vendor must do. `open` makes a fresh account at the vendor. */
export function testPaymentVendor(name: string, open: () => Promise<PaymentVendorStage>): void {
  describe(`payments by ${name}`, () => {
    let opened: PaymentVendorStage;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const stage = (): PaymentVendorStage => opened;
    const actions = paymentVendorActions(stage);

    testCheckouts(stage, actions);
    testDisputes(stage, actions);
    testSubscriptions(stage, actions);
    testEvents(stage, actions);

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
