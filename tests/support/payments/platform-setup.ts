import type { SQL } from 'drizzle-orm';
import { expect } from 'vitest';
import type { PaymentSetup } from '#features/payments/payments-connections.contract.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../app/test-app.ts';
import { startStripeStandIn, type StripeStandIn } from '../stripe/stripe-stand-in.ts';

export const publicUrl = 'https://chat.example.com';

/** A server whose operator sells through Stripe, and the stand-in for Stripe with the operator's key. */
export async function startPlatform(): Promise<{ app: TestApp; stripe: StripeStandIn }> {
  const stripe = await startStripeStandIn({
    secretKey: ['sk', 'test', '51NplatformKey00000000000'].join('_'),
  });
  const app = await startTestApp({
    stripeBaseUrl: stripe.baseUrl,
    environment: { PUBLIC_URL: publicUrl, PLATFORM_STRIPE_KEY: stripe.secretKey, PLANS: 'free' },
  });
  return { app, stripe };
}

/** Address of an owner's own connection. */
export const setupPath = (rest = '', mode: 'test' | 'live' = 'test') => `/api/payments/setup/${mode}${rest}`;

/** What an owner and Stripe do on such a server. */
export function platformCalls(current: () => { app: TestApp; stripe: StripeStandIn; owner: TestBrowser }) {
  const onboard = (page = current().owner) =>
    page.post<{ url: string | null; setup: PaymentSetup }>(setupPath('/onboarding'));
  const check = (page = current().owner) => page.post<PaymentSetup>(setupPath('/check'));
  const secret = () => {
    const endpoint = current()
      .stripe.state.of('webhook')
      .find(({ url }) => String(url).endsWith('/platform-events/test'));
    return String(endpoint?.['secret']);
  };
  const send = (event: { body: Buffer; headers: Record<string, string> }, mode: 'test' | 'live' = 'test') =>
    current()
      .app.browser()
      .request('POST', `/api/payments/platform-events/${mode}`, {
        raw: new Uint8Array(event.body),
        headers: event.headers,
      });
  return {
    onboard,
    check,
    secret,
    send,
    setupOf: (page = current().owner) => page.get<PaymentSetup>('/api/payments/setup'),
    rows: async <T extends Record<string, unknown>>(query: SQL): Promise<T[]> =>
      (await current().app.server.services.database.direct.execute<T>(query)).rows as unknown as T[],
    /** Brings what happened at Stripe to the server. */
    tell: async (): Promise<number[]> =>
      Promise.all(
        current()
          .stripe.takeEvents()
          .map(async (event) => (await send(current().stripe.sign(event, secret()))).status),
      ),
    /** An owner who answered everything that Stripe asks, and whose account is told of. */
    async connected(page = current().owner) {
      const { stripe } = current();
      await onboard(page);
      const account = stripe.connected();
      account.answer();
      expect((await check(page)).test).toMatchObject({ vendor: 'stripe', isPlatform: true, isReady: true });
      stripe.takeEvents();
      return account;
    },
  };
}
