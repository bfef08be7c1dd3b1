import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startStripeStandIn, type StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { PayoutsView } from '../../payments-figures.contract.ts';

let app: TestApp;
let stripe: StripeStandIn;
let owner: Awaited<ReturnType<TestApp['register']>>;
const clock = createManualClock();
const minute = 60_000;

beforeAll(async () => {
  stripe = await startStripeStandIn({ secretKey: ['rk', 'live', '51NstandIn00000000000'].join('_') });
  app = await startTestApp({
    stripeBaseUrl: stripe.baseUrl,
    clock,
    environment: { PUBLIC_URL: 'https://chat.example.com' },
  });
  owner = await app.register();
});
afterAll(async () => {
  await app.close();
  await stripe.close();
  expect(stripe.violations).toEqual([]);
});

const payouts = (test = false, page = owner) => page.get<PayoutsView>(`/api/payments/payouts?test=${test}`);

describe('payouts', () => {
  it('are none for test money and before real money is connected, and Stripe is not asked', async () => {
    for (const test of [true, false])
      expect(await payouts(test)).toEqual({ state: 'none', balance: null, latest: null, url: null });
    expect(stripe.requests).toEqual([]);
  });

  it('are shown as Stripe tells them, asked once a minute, and say what the key may not see', async () => {
    expect(
      (await owner.request('PUT', '/api/payments/setup/live', { body: { secretKey: stripe.secretKey } }))
        .status,
    ).toBe(200);
    const account = String(stripe.state.of('account')[0]?.id);
    const url = `https://dashboard.stripe.com/${account}/payouts`;
    stripe.missingRights.add('rak_balance_read').add('rak_payout_read');
    expect(await payouts()).toEqual({ state: 'not_permitted', balance: null, latest: null, url });
    stripe.missingRights.clear();
    stripe.state.make('balance', {
      available: [
        { amount: 12_345, currency: 'eur' },
        { amount: -500, currency: 'usd' },
      ],
      pending: [{ amount: 999, currency: 'eur' }],
    });
    clock.advance(minute);
    expect(await payouts()).toEqual({
      state: 'known',
      balance: {
        available: [
          { amount: 12_345, currency: 'EUR' },
          { amount: -500, currency: 'USD' },
        ],
        pending: [{ amount: 999, currency: 'EUR' }],
      },
      latest: 'none',
      url,
    });
    stripe.state.make('payout', {
      amount: 12_345,
      currency: 'eur',
      status: 'in_transit',
      arrival_date: 1_795_000_000,
    });
    const asked = stripe.requests.length;
    expect((await payouts()).latest).toBe('none');
    expect(stripe.requests.length).toBe(asked);
    for (const [status, state] of [
      ['in_transit', 'coming'],
      ['pending', 'coming'],
      ['paid', 'paid'],
      ['failed', 'failed'],
      ['canceled', 'canceled'],
    ] as const) {
      Object.assign(stripe.state.of('payout')[0] ?? {}, { status });
      clock.advance(minute);
      expect((await payouts()).latest).toEqual({
        amount: 12_345,
        currency: 'EUR',
        arrivesAt: new Date(1_795_000_000_000).toISOString(),
        state,
      });
    }
    stripe.missingRights.add('rak_balance_read');
    clock.advance(minute);
    expect(await payouts()).toMatchObject({ state: 'known', balance: null, latest: { state: 'canceled' } });
    stripe.missingRights.clear();
  });

  it("say when Stripe can't be asked, and are asked again at the next look", async () => {
    clock.advance(minute);
    stripe.fail(/balance$/, 500, 500, 500);
    expect((await payouts()).state).toBe('unreachable');
    expect((await payouts()).state).toBe('known');
  });

  it("are nobody else's to see", async () => {
    expect(await payouts(false, await app.register())).toMatchObject({ state: 'none' });
  });
});
