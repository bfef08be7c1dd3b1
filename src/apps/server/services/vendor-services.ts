import {
  createPaymentConnections,
  type PaymentVendors,
} from '#features/payments/server/connecting/connections.usecases.ts';
import { createPlatformEndpoint } from '#features/payments/server/connecting/platform-endpoint.usecases.ts';
import { createPaymentsPlatform } from '#features/payments/server/connecting/platform.usecases.ts';
import { createTestMoney } from '#features/test-money/server/test-money.usecases.ts';
import type { BaseServices } from './base-services.ts';

/** Where money is taken: Stripe, test money, and how accounts are connected with them. */
export function createVendorServices(base: BaseServices) {
  const { clock, box, realtime, jobs, stripe, database, publicUrl, paymentVendors } = base;
  const testMoney = createTestMoney({ database, clock, box, jobs });
  const vendors: PaymentVendors = { stripe, 'test-money': testMoney.vendor, ...paymentVendors };
  const paymentConnections = createPaymentConnections({ database, clock, box, realtime, vendors });
  const platformEndpoints = createPlatformEndpoint({ database, box, publicUrl });
  const paymentsPlatform = createPaymentsPlatform({
    database,
    clock,
    vendors,
    connections: paymentConnections,
    endpoints: platformEndpoints,
    publicUrl,
  });

  return { testMoney, vendors, paymentConnections, platformEndpoints, paymentsPlatform };
}

export type VendorServices = ReturnType<typeof createVendorServices>;
