import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { startStripeStandIn, type StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { PaymentSetup } from '../../payments-connections.contract.ts';

let app: TestApp;
let stripe: StripeStandIn;
let owner: Awaited<ReturnType<TestApp['register']>>;
const path = (mode: 'test' | 'live', rest = '') => `/api/payments/setup/${mode}${rest}`;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startTestApp({
    stripeBaseUrl: stripe.baseUrl,
    environment: { PUBLIC_URL: 'https://chat.example.com' },
  });
});
beforeEach(async () => {
  owner = await app.register();
});
afterEach(() => {
  stripe.missingRights.clear();
  expect(stripe.violations).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

async function connect(secretKey = stripe.secretKey, mode: 'test' | 'live' = 'test') {
  const { status, body, text } = await owner.request('PUT', path(mode), { body: { secretKey } });
  return {
    status,
    setup: body as PaymentSetup,
    code: (body as { code?: string }).code,
    fields: (body as { fields?: Record<string, string> }).fields,
    text,
  };
}
const setupOf = (page: TestBrowser = owner) => page.get<PaymentSetup>('/api/payments/setup');

describe('getting paid', () => {
  it('works with test money at once, and has no real money before a key', async () => {
    expect(await setupOf()).toMatchObject({
      test: { vendor: 'test-money', isReady: true, lastFour: '', checks: [] },
      live: null,
      keyUrl: 'https://dashboard.stripe.com/apikeys',
    });
  });

  it('goes through Stripe once a key is connected, and never tells that key again', async () => {
    const { status, setup, text } = await connect();
    expect(status).toBe(200);
    expect(setup).toMatchObject({
      test: {
        vendor: 'stripe',
        accountName: 'Bakery Petit Four',
        lastFour: stripe.secretKey.slice(-4),
        isReady: true,
      },
      live: null,
    });
    expect(setup.test.checks.every(({ isReady }) => isReady)).toBe(true);
    const [endpoint] = stripe.state.of('webhook');
    expect(endpoint?.['url']).toBe(
      `https://chat.example.com/api/payments/webhooks/${owner.user.accountId}/test`,
    );
    const stored = JSON.stringify(
      (await app.server.services.database.direct.execute(sql`SELECT * FROM payment_connections`)).rows,
    );
    const again = await owner.request('GET', '/api/payments/setup');
    for (const place of [text, again.text, stored])
      for (const secret of [stripe.secretKey, String(endpoint?.['secret'])])
        expect(place).not.toContain(secret);
  });

  it('says which key is wrong, and keeps what was connected', async () => {
    await connect();
    for (const [secretKey, mode, code] of [
      ['rk_test_5100000000000000wrong', 'test', 'payments.key_refused'],
      ['pk_test_51NstandIn00000000000', 'test', 'payments.key_refused'],
      ['a letter to Stripe', 'test', 'payments.key_refused'],
      [`rk_live_${'51NstandIn00000000000'}`, 'test', 'payments.key_of_other_mode'],
      [stripe.secretKey, 'live', 'payments.key_of_other_mode'],
    ] as const) {
      const refused = await connect(secretKey, mode);
      expect([secretKey, refused.status, refused.code]).toEqual([secretKey, 422, code]);
      expect(refused.text).not.toContain(secretKey);
    }
    stripe.fail(/account$/, 500, 500, 500);
    expect(await connect()).toMatchObject({ status: 422, code: 'payments.unreachable' });
    expect((await setupOf()).test).toMatchObject({ vendor: 'stripe', isReady: true });
  });

  it('names the rights that a key lacks, and takes one that lacks nothing needed to sell', async () => {
    stripe.missingRights.add('rak_checkout_session_write').add('rak_charge_write');
    expect(await connect()).toMatchObject({
      status: 422,
      code: 'payments.scope_missing',
      fields: {
        'rights.checkout': expect.stringContaining('Checkout Sessions') as string,
        'rights.refunds': expect.stringContaining('Charges and Refunds') as string,
      },
    });
    expect((await setupOf()).test.vendor).toBe('test-money');
    stripe.missingRights.clear();
    stripe.missingRights.add('rak_customer_portal_read');
    expect((await connect()).setup.test).toMatchObject({
      isReady: true,
      checks: expect.arrayContaining([
        { name: 'portal', isReady: false, detail: 'scope_missing' },
      ]) as unknown,
    });
  });

  it('takes payments also on a server that Stripe can’t reach: it asks by itself whether they were paid', async () => {
    const local = await startTestApp({ stripeBaseUrl: stripe.baseUrl });
    try {
      const { body } = await (
        await local.register()
      ).request('PUT', path('test'), { body: { secretKey: stripe.secretKey } });
      expect((body as PaymentSetup).test).toMatchObject({
        isReady: true,
        checks: expect.arrayContaining([
          { name: 'webhook', isReady: false, detail: 'address_refused' },
        ]) as unknown,
      });
    } finally {
      await local.close();
    }
  });

  it('looks again: makes anew what was deleted at Stripe, and shows a key that was revoked there', async () => {
    await connect();
    stripe.state.of('webhook').length = 0;
    const check = () => owner.post<PaymentSetup>(path('test', '/check'));
    expect((await check()).test).toMatchObject({ isReady: true });
    expect(stripe.state.of('webhook').length).toBe(1);
    stripe.missingRights.add('rak_checkout_session_write');
    expect((await check()).test).toMatchObject({
      isReady: false,
      checks: expect.arrayContaining([
        { name: 'checkout', isReady: false, detail: 'scope_missing' },
      ]) as unknown,
    });
    stripe.missingRights.clear();
    expect((await check()).test).toMatchObject({ isReady: true });
    stripe.fail(/account$/, 401);
    expect((await check()).test).toMatchObject({
      isReady: false,
      checks: expect.arrayContaining([{ name: 'key', isReady: false, detail: 'refused' }]) as unknown,
    });
  });

  it('goes back to test money, takes its endpoint away at Stripe, and does so although the key is revoked', async () => {
    await connect();
    const leave = () => owner.request('DELETE', path('test'));
    expect((await leave()).body).toMatchObject({ test: { vendor: 'test-money' }, live: null });
    expect(
      stripe.state.of('webhook').filter(({ url }) => String(url).includes(owner.user.accountId)),
    ).toEqual([]);
    expect((await leave()).status).toBe(200);
    await connect();
    stripe.fail(/DELETE/, 401);
    expect((await leave()).status).toBe(200);
    expect((await setupOf()).test.vendor).toBe('test-money');
    stripe.state.of('webhook').length = 0;
  });

  it("is nobody else's to see or change", async () => {
    await connect();
    const other = await app.register();
    expect((await setupOf(other)).test.vendor).toBe('test-money');
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', '/test'],
      ['DELETE', '/test'],
      ['POST', '/test/check'],
    ] as const) {
      expect(
        (
          await app
            .browser()
            .request(method, `/api/payments/setup${rest}`, method === 'GET' ? {} : { body: {} })
        ).status,
      ).toBe(401);
    }
  });
});
